import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Person, signIn } from './browser.ts'
import { DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Pages that the server renders: seen without a script, live with it. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let ana: Person
let ad: string
let stall: string

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  ana = await aPerson(souk.url)
  const addresses = await (await fetch(`${souk.url}/browse`)).text()
  ad = /\/listing\/[0-9a-f-]{36}/.exec(addresses)?.[0] ?? ''
  stall = /\/seller\/[0-9a-f-]{36}/.exec(await (await fetch(souk.url + ad)).text())?.[0] ?? ''
})
afterAll(async () => {
  await ana?.leave()
  await souk?.end()
  await folder?.remove()
})

/** On a busy machine a page is served before it is rendered; who asks next gets what was rendered meanwhile. */
async function isRendered(path: string): Promise<void> {
  const ask = async () => (await fetch(souk.url + path, { headers: { 'accept-language': 'en' } })).text()
  await expect.poll(async () => (await ask()).includes('data-rendered="'), { timeout: 60_000 }).toBe(true)
}

/** Somebody whose browser runs no scripts. */
async function withoutScripts(): Promise<{ page: Page; context: BrowserContext }> {
  const context = await ana.context.browser()?.newContext({ baseURL: souk.url, javaScriptEnabled: false })
  if (!context) throw new Error('the browser is gone')
  return { page: await context.newPage(), context }
}

test('whoever runs no scripts sees the front, finds something by its words, and reads the ad', async () => {
  const { page, context } = await withoutScripts()
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
  await isRendered((await seller.getAttribute('href')) ?? '')
  await seller.click()
  await page.waitForURL('**/seller/*')
  expect(await page.getByRole('main').locator('a[href^="/listing/"]').count()).toBeGreaterThan(0)

  await isRendered('/categories')
  await page.goto('/categories')
  await page.getByRole('main').getByRole('link', { name: 'Furniture' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Furniture' }).waitFor({ state: 'attached' })
  expect(await page.getByRole('list', { name: 'Ads found' }).getByRole('article').count()).toBeGreaterThan(0)

  await isRendered('/browse')
  await page.goto('/browse')
  await page.getByRole('link', { name: 'Show 16 more' }).click()
  await page.waitForURL('**/browse?page=2')
  expect(await page.getByRole('list', { name: 'Ads found' }).getByRole('article').count()).toBe(32)
  await context.close()
})

test('whoever runs no scripts finds help by its words, and reads articles and terms', async () => {
  const { page, context } = await withoutScripts()
  for (const path of ['/help', '/help/five-scams', '/help/not-allowed', '/terms']) await isRendered(path)
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search help' }).fill('delete account')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('**/help?q=delete+account')
  await isRendered('/help/delete-account')
  await page.getByRole('main').locator('a[href="/help/delete-account"]').click()
  await page.waitForURL('**/help/delete-account')
  expect(await page.getByRole('article').innerText()).toMatch(/delete/i)

  await page.goto('/help/not-allowed')
  await page.getByRole('article').getByText('Weapons').first().waitFor()

  await page.goto('/terms')
  await page.getByRole('heading', { level: 2, name: 'Who runs this site' }).waitFor()
  await context.close()
})

test('without scripts the order and the language are chosen in a popover that Escape closes', async () => {
  const { page, context } = await withoutScripts()
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

test('a language chosen before the page is live counts, also against an older choice', async () => {
  const page = await ana.context.newPage()
  await page.goto('/')
  await page.evaluate("localStorage.setItem('language', 'en')")
  await page.route(/\/assets\/.*\.js$/, () => {})
  await isRendered('/')
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

test('arrows go through the orders, Enter takes one, and the button has the focus again', async () => {
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
  ])('%s is live without a shift, a complaint or a piece that is rendered twice', async (path) => {
    const page = await ana.context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'info' && !message.text().endsWith('blocked by Playwright'))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.setViewportSize({ width, height: 900 })
    // Held, so that what is seen then was rendered by the server.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await isRendered(path === 'the ad' ? ad : path === 'the stall' ? stall : path)
    const going = page.goto(path === 'the ad' ? ad : path === 'the stall' ? stall : path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await page.evaluate("document.querySelector('main h1').renderedByServer = true")
    release()
    await going

    expect(await page.evaluate("document.documentElement.hasAttribute('data-live')")).toBe(true)
    expect(await page.evaluate("document.querySelector('main h1').renderedByServer")).toBe(true)
    expect(await shiftOf(page)).toBeLessThan(0.02)
    expect(complaints).toEqual([])
    await page.close()
  })
})

test('a button that is pressed before the page is live does its work once it is', async () => {
  const page = await ana.context.newPage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await isRendered(ad)
  const going = page.goto(ad)
  await page.getByRole('button', { name: 'Need Help?' }).last().click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  release()
  await going
  await page.getByRole('dialog').waitFor()
  await page.close()
})

test('a phone has room for the words: the search comes with them, and what was typed before the page is live is completed', async () => {
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
  await isRendered('/')
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

test('somebody who is signed in never sees that they could sign in, and gets their own page', async () => {
  const ines = await aPerson(souk.url)
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

/** The layout shift that nobody caused. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(shift), 100)
  })`)
}
