import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson } from './browser.ts'
import { atRest, type Market, openMarket, openTab } from './site.ts'

/** How pages load, what the home page costs, and notices: with clocks in them. */

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

describe('pages load lazily', () => {
  test('a page that is on its way shows the spinner, and its chunk is asked for only then', async () => {
    const { page, requested } = await openTab(market.visitor, '/', 1440)
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

  test('an asset or a path that does not exist is answered with 404', async () => {
    for (const path of ['/assets/none.js', '/no/such/page', '/listing', '/help/elsewhere', '/Browse']) {
      const response = await market.visitor.page.request.get(path)
      expect(`${path} ${response.status()}`).toBe(`${path} 404`)
    }
  })
})

describe('the home page', () => {
  test('loads less than 110 KB of compressed JavaScript before anybody touches it', async () => {
    // Whoever has looked at ads before is shown them again, which takes a request.
    const newcomer = await aPerson(market.url)
    const { page } = newcomer
    const sizes: Promise<number>[] = []
    let scripts = 0
    page.on('requestfinished', (request) => {
      if (!/\.js$/.test(new URL(request.url()).pathname)) return
      scripts++
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await forgetCache(page)
    await page.goto('/')
    await atRest(page)
    await page.waitForTimeout(1000) // what starts by itself a little later counts, too
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    await newcomer.leave()
    console.log(`home page: ${(bytes / 1000).toFixed(1)} KB of JavaScript in ${scripts} files`)

    expect(scripts).toBeGreaterThan(1)
    expect(bytes).toBeGreaterThan(50_000) // less would mean that sizes were not seen
    expect(bytes).toBeLessThan(110_000)
  })

  test.each([1440, 390])('shows its largest piece within 1.5 s and holds still, at %i px', async (width) => {
    const loads: { lcp: number; cls: number }[] = []
    for (let load = 0; load < 3; load++) {
      const page = await market.visitor.context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await forgetCache(page)
      await page.goto('/')
      await atRest(page)
      loads.push(await paintOf(page))
      await page.close()
    }
    // The middle one of three: other work on the machine must not decide.
    const lcp = loads.map((load) => load.lcp).sort((a, b) => a - b)[1] ?? Number.POSITIVE_INFINITY
    const cls = Math.max(...loads.map((load) => load.cls))
    console.log(`home page at ${width} px: LCP ${lcp.toFixed(0)} ms, CLS ${cls.toFixed(3)}`)

    expect(lcp).toBeGreaterThan(0)
    expect(lcp).toBeLessThan(1500)
    expect(cls).toBeLessThan(0.02)
  })
})

test('signed-in pages hold still while they load, and the account menu opens at once', async () => {
  const { page } = await openTab(market.seller, '/no-such-stall', 390)
  for (const path of [
    '/no-such-stall',
    '/dashboard?tab=listings',
    '/dashboard?tab=notifications',
    '/dashboard?tab=saved',
    `${market.publicPlaces.find(({ chunk }) => chunk === 'SellerPage')?.path}#reviews`,
  ]) {
    await page.goto(path)
    await atRest(page)
    const { cls, shifted } = await paintOf(page)
    expect(cls, `${path}\n${shifted.join('\n')}`).toBeLessThan(0.02)
  }
  const thread = market.guardedPlaces.find(({ path }) => path.startsWith('/messages?c='))?.path ?? ''
  await page.goto(thread)
  // The steps of the deal stand above the messages, what comes next and the quick replies below.
  await page.getByRole('list', { name: 'Steps of the deal' }).filter({ visible: true }).waitFor()
  await atRest(page)
  expect((await paintOf(page)).cls, 'a thread with a deal').toBeLessThan(0.02)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(thread)
  await page.getByRole('log').waitFor()
  await atRest(page)
  expect((await paintOf(page)).cls, 'a thread with a deal').toBeLessThan(0.02)
  expect(await page.evaluate('document.documentElement.scrollHeight'), 'a thread fills the window').toBe(900)
  await usesTooltipsAndScrollAreas(page)
  await holdsStillAfterSending(page, thread)
  // Pressed as soon as it is there, with neither focus nor pointer on it before.
  await page.goto('/no-such-stall')
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  const ms = await page.evaluate<number>(`new Promise((resolve) => {
    const pressed = performance.now()
    document.querySelector('header button[aria-haspopup=menu]').click()
    const look = () =>
      document.querySelector('[role=menu]') ? resolve(performance.now() - pressed) : requestAnimationFrame(look)
    look()
  })`)
  console.log(`account menu, pressed cold: ${ms.toFixed(0)} ms`)
  expect(ms).toBeLessThan(300)
  await page.close()
})

/** On a phone; and the form of an ad that cannot be published yet. */
async function holdsStillAfterSending(page: Page, thread: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(thread)
  const field = page.getByRole('textbox', { name: /^Message / })
  await field.fill('I have it here, still wrapped.')
  await atRest(page)
  const before = (await paintOf(page)).cls
  await field.press('Enter')
  await page.getByRole('log').getByText('I have it here, still wrapped.').waitFor()
  await atRest(page)
  await page.waitForTimeout(600) // what a key brings on within half a second counts as its doing
  const sent = await paintOf(page)
  expect(sent.cls - before, `after sending\n${sent.shifted.join('\n')}`).toBeLessThan(0.02)

  await page.goto('/post')
  await atRest(page)
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByRole('alert').filter({ visible: true }).first().waitFor()
  await atRest(page)
  await page.waitForTimeout(600)
  const refused = await paintOf(page)
  expect(refused.cls, `/post with errors\n${refused.shifted.join('\n')}`).toBeLessThan(0.02)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test.each([1440, 390])('a sold ad holds still while it loads, at %i px', async (width) => {
  const { page } = await openTab(market.visitor, await soldAd(), width)
  await page.locator('#sold-title').waitFor()
  expect((await paintOf(page)).cls).toBeLessThan(0.02)
  await page.close()
})

async function soldAd(): Promise<string> {
  const { request } = market.visitor.page
  const apikey = /"publishableKey":"([^"]+)"/.exec(await (await request.get('/')).text())?.[1] ?? ''
  const params = { state: 'eq.sold', select: 'id', limit: '1' }
  const answer = await request.get('/rest/v1/listings', { params, headers: { apikey } })
  const [ad] = (await answer.json()) as { id: string }[]
  return `/listing/${ad?.id}`
}

/** Those of the kit, whose delays ui/delays.test.tsx knows. */
async function usesTooltipsAndScrollAreas(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Archived' }).hover()
  await page.locator('[data-side][data-state=delayed-open]').filter({ hasText: 'Archived' }).waitFor()

  const bar = page.locator('[data-orientation=vertical][data-state=visible]').first()
  await page.locator('[data-radix-scroll-area-viewport]').first().hover()
  await page.mouse.wheel(0, 200)
  await bar.waitFor()
  await bar.waitFor({ state: 'detached' })
}

async function forgetCache(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}

/** Largest contentful paint in milliseconds, and the layout shift that nobody caused: how much, and of what. */
function paintOf(page: Page): Promise<{ lcp: number; cls: number; shifted: string[] }> {
  return page.evaluate(`new Promise((resolve) => {
    let lcp = 0
    let cls = 0
    const shifted = []
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) lcp = Math.max(lcp, entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue
        cls += entry.value
        for (const { node, previousRect, currentRect } of entry.sources)
          shifted.push([node?.parentElement?.className, node?.className ?? node?.nodeName, box(previousRect), box(currentRect), Math.round(entry.startTime)].join(' | '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve({ lcp, cls, shifted }), 100)
  })`)
}

describe('notices', () => {
  const NOTICES = '[data-sonner-toast][data-visible=true]'

  test('are 356 px wide, at most 3 at a time, and gone after 4 s', async () => {
    const { page, hearts } = await unsavedAt(1440)
    await hearts.first().click()
    await page.locator(NOTICES).first().waitFor()
    const shownAt = performance.now()
    await page.mouse.move(10, 10) // a pointer over a notice would hold it
    const { width } = (await page.locator(NOTICES).first().boundingBox()) ?? { width: 0 }
    expect(width).toBe(356)
    await page.locator(NOTICES).first().waitFor({ state: 'detached' })
    const lasted = performance.now() - shownAt
    expect(lasted).toBeGreaterThan(3500)
    expect(lasted).toBeLessThan(5500)

    // By the keyboard: notices cover what lies under them.
    for (let press = 0; press < 5; press++) await hearts.nth(press).press('Enter')
    await expect.poll(() => page.locator('[data-sonner-toast]').count()).toBeGreaterThan(3)
    expect(await page.locator(NOTICES).count()).toBe(3)
    await page.close()
  })

  test('use the width of a phone less 16 px on each side', async () => {
    const { page, hearts } = await unsavedAt(390)
    await hearts.first().click()
    const box = await page.locator(NOTICES).first().boundingBox()
    expect({ x: box?.x, width: box?.width }).toEqual({ x: 16, width: 358 })
    await page.close()
  })

  /** Where the server refuses to save an ad, which each time is a notice. */
  async function unsavedAt(width: number) {
    const { page } = await openTab(market.seller, '/browse', width)
    await page.route('**/rest/v1/favorites*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
    return { page, hearts: page.locator('main').getByRole('button', { name: /^Save / }) }
  }
})
