import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoId } from '../database/seed/demo-data.ts'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { DEMO_SELLER, openTab, waitUntilStable } from './site.ts'
import { privateFolder, publishableKeyOf, type SoukProcess, startSouk } from './souk-process.ts'

/** Server-rendered pages: readable without scripts, interactive with them, and what they load. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let ana: BrowserUser
let ad: string
let stall: string

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  ana = await newBrowserUser(souk.url)
  const addresses = await (await fetch(`${souk.url}/browse`)).text()
  ad = /\/listing\/[0-9a-f-]{36}/.exec(addresses)?.[0] ?? ''
  stall = /\/seller\/[0-9a-f-]{36}/.exec(await (await fetch(souk.url + ad)).text())?.[0] ?? ''
})
afterAll(async () => {
  await ana?.leave()
  await souk?.end()
  await folder?.remove()
})

/** A busy server answers with the shell before a page is rendered; the next request gets the rendered page. */
async function waitUntilRendered(path: string): Promise<void> {
  const ask = async () => (await fetch(souk.url + path, { headers: { 'accept-language': 'en' } })).text()
  await expect.poll(async () => (await ask()).includes('data-rendered="'), { timeout: 60_000 }).toBe(true)
}

/** A user whose browser runs no scripts. */
async function openWithoutScripts(): Promise<{ page: Page; context: BrowserContext }> {
  const context = await ana.context.browser()?.newContext({ baseURL: souk.url, javaScriptEnabled: false })
  if (!context) throw new Error('the browser is gone')
  return { page: await context.newPage(), context }
}

test('without scripts the home page, a search and an ad are readable', async () => {
  const { page, context } = await openWithoutScripts()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Good things, just around the corner.' }).waitFor()
  expect(await page.getByRole('list', { name: 'The newest ads' }).getByRole('article').count()).toBe(10)
  await page.getByRole('combobox', { name: 'Search ads' }).first().fill('camera')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '“camera”' }).waitFor()
  await page.getByRole('list', { name: 'Ads found' }).getByRole('link').first().click()

  await page.waitForURL('**/listing/*')
  expect((await page.getByRole('heading', { level: 1 }).innerText()).trim()).not.toBe('')
  expect(await page.getByRole('button', { name: 'Message' }).count()).toBeGreaterThan(0)
  expect(await page.locator('main').innerText()).toMatch(/€|Free/)

  const seller = page.getByRole('main').locator('a[href^="/seller/"]').first()
  await waitUntilRendered((await seller.getAttribute('href')) ?? '')
  await seller.click()
  await page.waitForURL('**/seller/*')
  expect(await page.getByRole('main').locator('a[href^="/listing/"]').count()).toBeGreaterThan(0)

  await waitUntilRendered('/categories')
  await page.goto('/categories')
  await page.getByRole('main').getByRole('link', { name: 'Furniture' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Furniture' }).waitFor({ state: 'attached' })
  expect(await page.getByRole('list', { name: 'Ads found' }).getByRole('article').count()).toBeGreaterThan(0)

  await waitUntilRendered('/browse')
  await page.goto('/browse')
  await page.getByRole('link', { name: 'Show 16 more' }).click()
  await page.waitForURL('**/browse?page=2')
  expect(await page.getByRole('list', { name: 'Ads found' }).getByRole('article').count()).toBe(32)
  await context.close()
})

test('on a phone nothing is visible before what stands above it has arrived', async () => {
  const { page, context } = await openWithoutScripts()
  await page.setViewportSize({ width: 390, height: 844 })
  const moved = { '/': page.locator('.place-question'), [ad]: page.locator('main a[href^="/seller/"]') }
  for (const [path, part] of Object.entries(moved)) {
    await waitUntilRendered(path)
    await page.goto(path)
    expect(await part.isVisible()).toBe(true)
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch()
      const [arrived] = (await response.text()).split('<footer')
      await route.fulfill({ response, body: arrived })
    })
    await page.goto(path)
    expect([await part.count(), await part.isVisible()]).toEqual([1, false])
    await page.unrouteAll()
  }
  await context.close()
})

test('each reserved ad of the demo is rendered, also one with buyer protection', async () => {
  const headers = { apikey: await publishableKeyOf(souk.url) }
  const answer = await fetch(`${souk.url}/rest/v1/listings?state=eq.reserved&select=id&limit=5`, { headers })
  const reserved = (await answer.json()) as { id: string }[]
  expect(reserved.length).toBeGreaterThan(0)
  for (const { id } of reserved) await waitUntilRendered(`/listing/${id}`)
})

test('the page of a sold ad comes with what is still available, and loads its own large photos last', async () => {
  const sold = `/listing/${demoId('l064')}`
  await waitUntilRendered(sold)
  const html = await (await fetch(souk.url + sold)).text()
  const [before = '', after = ''] = html.split('Still available')
  expect(after.match(/<article/g)?.length).toBeGreaterThanOrEqual(5)
  expect(after).toMatch(/<img [^>]*loading="eager"/)
  expect(before).not.toMatch(/<link rel="preload" as="image"[^>]*resize=contain/)
  expect(html).not.toMatch(/<img [^>]*resize=contain[^>]*loading="eager"/)
})

test('without scripts help search, articles and terms are readable', async () => {
  const { page, context } = await openWithoutScripts()
  for (const path of ['/help', '/help/five-scams', '/help/not-allowed', '/terms']) await waitUntilRendered(path)
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search help' }).fill('delete account')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('**/help?q=delete+account')
  await waitUntilRendered('/help/delete-account')
  await page.getByRole('main').locator('a[href="/help/delete-account"]').click()
  await page.waitForURL('**/help/delete-account')
  expect(await page.getByRole('article').innerText()).toMatch(/delete/i)

  await page.goto('/help/not-allowed')
  await page.getByRole('article').getByText('Weapons').first().waitFor()

  await page.goto('/terms')
  await page.getByRole('heading', { level: 2, name: 'Who runs this site' }).waitFor()
  await context.close()
})

test('without scripts the sort order and language are chosen in a popover that Escape closes', async () => {
  const { page, context } = await openWithoutScripts()
  await page.goto('/browse?q=chair')
  const order = page.getByRole('navigation', { name: 'Sort by' })
  await page.getByRole('button', { name: 'Sort by Best match' }).click()
  await order.waitFor()
  await page.keyboard.press('Escape')
  await order.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Sort by Best match' }).press('Enter')
  await order.getByRole('link', { name: 'Lowest price' }).click()
  await page.waitForURL('**/browse?q=chair&sort=price_asc')
  await page.getByRole('button', { name: 'Sort by Lowest price' }).waitFor()

  await page.getByRole('button', { name: /^Language English/ }).click()
  await page.getByRole('link', { name: /^Deutsch/ }).click()
  await page.waitForURL('**/browse?q=chair&sort=price_asc&lang=de')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await context.close()
})

test('a language chosen before hydration is applied and replaces an earlier choice', async () => {
  const page = await ana.context.newPage()
  await page.goto('/')
  await page.evaluate("localStorage.setItem('language', 'en')")
  await page.route(/\/assets\/.*\.js$/, () => {})
  await waitUntilRendered('/')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Language English/ }).click()
  await page.getByRole('link', { name: /^Deutsch/ }).click({ noWaitAfter: true })
  await page.waitForURL('**/?lang=de', { waitUntil: 'commit' })
  await page.unrouteAll()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Gute Sachen, gleich um die Ecke.' }).waitFor()
  await page.evaluate("localStorage.removeItem('language')")
  await page.close()
})

test('windows that hide the arcade do not load its pictures', async () => {
  await waitUntilRendered('/')
  const html = await (await fetch(souk.url, { headers: { 'accept-language': 'en' } })).text()
  const early = html.match(/<link rel="preload"[^>]*\/arch-[^>]*>/g) ?? []
  const pictures = html.match(/<img[^>]*\/arch-[^>]*>/g) ?? []
  expect([early.length, pictures.length]).toEqual([3, 3])
  for (const link of early) expect(link).toContain('media="(min-width: 1024px)"')
  for (const picture of pictures) expect(picture).toContain('loading="lazy"')
})

test('in a chosen language the rendered page appears when its script fails to load', async () => {
  const page = await ana.context.newPage()
  await waitUntilRendered('/')
  await page.goto('/robots.txt')
  await page.evaluate("localStorage.setItem('language', 'de')")
  for (const script of ['language', 'frame']) {
    await page.route(new RegExp(`/assets/${script}-.*\\.js$`), (route) => route.abort())
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Good things, just around the corner.' }).waitFor()
    await page.unrouteAll()
  }
  await page.evaluate("localStorage.removeItem('language')")
  await page.close()
})

test('arrow keys move through the sort orders, Enter chooses one, and the button gets the focus back', async () => {
  const page = await ana.context.newPage()
  await page.goto('/browse?q=chair')
  await page.locator('html[data-live]').waitFor()
  const button = page.getByRole('button', { name: /^Sort by/ })
  await button.press('Enter')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await expect.poll(focused).toBe('Best match')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('Highest price')
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('Best match')
  await button.press('Enter')
  await expect.poll(focused).toBe('Best match')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/browse?q=chair&sort=newest')
  await page.close()
})

describe.each([1440, 390])('at %i px', (width) => {
  test.each([
    '/',
    '/?lang=de',
    '/browse?q=camera&lang=fr',
    '/categories',
    '/transparency?lang=fr',
    '/help?lang=es',
    '/help/five-scams?lang=de',
    '/terms?lang=pt',
    'the ad',
    'the stall',
  ])('%s hydrates without layout shift, console errors or re-rendered parts', async (path) => {
    const page = await ana.context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'info' && !message.text().endsWith('blocked by Playwright'))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.setViewportSize({ width, height: 900 })
    // Hydration is blocked, so what is visible was rendered by the server.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await waitUntilRendered(path === 'the ad' ? ad : path === 'the stall' ? stall : path)
    const going = page.goto(path === 'the ad' ? ad : path === 'the stall' ? stall : path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await page.evaluate("document.querySelector('main h1').renderedByServer = true")
    release()
    await going

    expect(await page.evaluate("document.documentElement.hasAttribute('data-live')")).toBe(true)
    expect(await page.evaluate("document.querySelector('main h1').renderedByServer")).toBe(true)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    expect(complaints).toEqual([])
    await page.close()
  })
})

test('a button pressed before hydration acts once the page is hydrated', async () => {
  const page = await ana.context.newPage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await waitUntilRendered(ad)
  const going = page.goto(ad)
  await page.getByRole('button', { name: 'Need Help?' }).last().click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  release()
  await going
  await page.getByRole('dialog').waitFor()
  await page.close()
})

test('on a phone the search field fits, and text typed before hydration gets suggestions', async () => {
  const page = await ana.context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await waitUntilRendered('/')
  const going = page.goto('/')
  const words = page.getByRole('main').getByRole('combobox', { name: 'Search ads' })
  const search = page.getByRole('main').getByRole('button', { name: 'Search', exact: true })
  await words.waitFor()
  expect((await search.boundingBox())?.width).toBeLessThan(2)
  expect((await words.boundingBox())?.width).toBeGreaterThan(230)
  await words.pressSequentially('boot')
  expect((await search.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  expect(await page.getByRole('listbox', { name: 'Suggestions' }).count()).toBe(0)
  release()
  await going
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'boots' }).first().waitFor()
  await search.click()
  await page.getByRole('heading', { level: 1, name: '“boot”' }).waitFor({ state: 'attached' })
  await page.close()
})

test('a signed-in user never sees the sign-in button and gets a personal page', async () => {
  const ines = await newBrowserUser(souk.url)
  await signIn(ines.page, DEMO_SELLER.email, DEMO_SELLER.password)
  await ines.page.waitForURL('**/home')
  await ines.page.addInitScript(`{
    const look = () => {
      const door = [...document.querySelectorAll('header a')].find((link) => link.textContent === 'Sign in')
      if (door?.checkVisibility()) window.wasOfferedToSignIn = true
      requestAnimationFrame(look)
    }
    look()
  }`)
  await ines.page.goto('/')
  await ines.page.getByRole('button', { name: /^Account of/ }).waitFor()

  expect(await ines.page.evaluate('window.wasOfferedToSignIn === true')).toBe(false)
  expect(ines.complaints).toEqual([])
  await ines.leave()
})

test('a page shows the spinner while it loads, and requests its chunk only then', async () => {
  const { page, requested } = await openTab(ana, '/', 1440)
  expect(requested.filter((url) => url.includes('ContactPage'))).toEqual([])
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/ContactPage-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.locator('#content').getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  arrive()
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()

  expect(await page.locator('#content').getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0)
  await page.close()
})

test('the server answers 404 for an asset or path that does not exist', async () => {
  for (const path of ['/assets/none.js', '/no/such/page', '/listing', '/help/elsewhere', '/Browse']) {
    const response = await ana.page.request.get(path)
    expect(`${path} ${response.status()}`).toBe(`${path} 404`)
  }
})

test('the home page loads less than 110 KB of compressed JavaScript before any interaction', async () => {
  // Recently viewed ads are shown again, which takes a request.
  const newcomer = await newBrowserUser(souk.url)
  const { page } = newcomer
  const sizes: Promise<number>[] = []
  let scripts = 0
  page.on('requestfinished', (request) => {
    if (!/\.js$/.test(new URL(request.url()).pathname)) return
    scripts++
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/')
  await waitUntilStable(page)
  await page.waitForTimeout(1000) // scripts that start by themselves a little later count too
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await newcomer.leave()
  console.log(`home page: ${(bytes / 1000).toFixed(1)} KB of JavaScript in ${scripts} files`)

  expect(scripts).toBeGreaterThan(1)
  expect(bytes).toBeGreaterThan(50_000) // less would mean that sizes were not recorded
  expect(bytes).toBeLessThan(110_000)
})

/** Layout shift without user input. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(shift), 100)
  })`)
}
