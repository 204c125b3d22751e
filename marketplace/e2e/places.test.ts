import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issuesOf } from './axe.ts'
import type { Person } from './browser.ts'
import { atRest, type Market, openMarket, openTab, type Place, type Tab } from './site.ts'

/**
 * Every page, opened once: its status, title, heading, landmarks and chunk, a quiet console, no sideways scrolling down
 * to 320 px, nothing serious under axe wide and on a phone in light and dark, and every link on it leads somewhere.
 */
const TABS_AT_ONCE = 3

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('every public page is as it should be, and no link on it is dead', async () => {
  expect(await faultsOn(market.visitor, market.publicPlaces)).toEqual([])
})

test('every page of a signed-in person is, too', async () => {
  expect(await faultsOn(market.seller, market.guardedPlaces)).toEqual([])
})

/** Goes through the places in a few tabs at once, which hides the waiting for the network. One line for each fault. */
async function faultsOn(person: Person, places: readonly Place[]): Promise<string[]> {
  const waiting = [...places]
  const faults: string[] = []
  const links = new Map<string, string>()
  const walk = async () => {
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      const tab = await openTab(person, place.path, 1440)
      faults.push(...(await faultsOf(tab, place)))
      for (const link of await linksOn(tab.page)) links.set(link, place.path)
      await tab.page.close()
    }
  }
  await Promise.all(Array.from({ length: TABS_AT_ONCE }, walk))
  return [...faults, ...(await deadAmong(person, links))]
}

async function faultsOf({ page, status, complaints, requested }: Tab, place: Place): Promise<string[]> {
  const faults: string[] = []
  if (status !== place.status) faults.push(`answers ${status}`)
  // Names that come a little later than the page belong into its heading and title.
  await page
    .getByRole('heading', { level: 1, name: place.heading })
    .waitFor({ timeout: 5000 })
    .catch(() => undefined)
  const title = (await page.title()).replace(/^\(\d+\) /, '')
  if (!fits(title.replace(/ · Souk$/, ''), place.title) || !title.endsWith(' · Souk')) faults.push(`is titled ${title}`)
  const headings = await page.locator('h1').filter({ visible: true }).allTextContents()
  if (headings.length !== 1 || !fits(headings[0] ?? '', place.heading)) faults.push(`is headed ${headings.join(', ')}`)
  const mains = await page.getByRole('main').count()
  if (mains !== 1) faults.push(`has ${mains} main parts`)
  const pageChunks = requested.flatMap((url) => /\/assets\/(\w+Page)-[^/]+\.js$/.exec(url)?.[1] ?? [])
  if (pageChunks.filter((name) => name !== 'ReadingPage' && name !== 'TopicPage').join() !== place.chunk)
    faults.push(`loads ${pageChunks.join(', ')}`)
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForLoadState('networkidle')
    const sideways = await tooWide(page)
    if (sideways) faults.push(`at ${width} px ${sideways}`)
    if (width !== 320) faults.push(...(await issuesOf(page, `at ${width} px`)))
  }
  faults.push(...complaints.map((complaint) => `complains: ${complaint}`))
  return faults.map((fault) => `${place.path} ${fault}`)
}

function fits(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text)
}

/** Says how wide the document is when it can be scrolled sideways, and what sticks out. */
async function tooWide(page: Page): Promise<string | null> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const out = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    return scrollWidth + ' px wide: ' + out.slice(-3).map((element) => element.tagName + ' ' + element.className).join(' | ')
  })()`)
}

/** Where the links of the page lead within the site, but for parts and other states of itself. */
async function linksOn(page: Page): Promise<string[]> {
  return page.evaluate(`[...new Set([...document.querySelectorAll('a[href]')]
    .filter((link) => link.origin === location.origin && link.pathname !== location.pathname && !link.download)
    .map((link) => link.pathname + link.search + link.hash))]`)
}

/** Asks the server for each link once. A part of a page that a link names is looked for in the page that has it. */
async function deadAmong(person: Person, links: ReadonlyMap<string, string>): Promise<string[]> {
  const dead: string[] = []
  const answers = new Map<string, number>()
  for (const [link, from] of links) {
    const [address = ''] = link.split('#')
    if (!answers.has(address)) answers.set(address, (await person.page.request.get(address)).status())
    if (answers.get(address) !== 200) dead.push(`${from} links to ${link}, which answers ${answers.get(address)}`)
  }
  const withParts = [...links].filter(([link]) => link.includes('#'))
  for (const [link, from] of withParts) {
    await person.page.goto('about:blank')
    await person.page.goto(link)
    await atRest(person.page)
    const part = decodeURIComponent(link.slice(link.indexOf('#') + 1))
    if ((await person.page.locator(`[id="${part}"]`).count()) === 0) dead.push(`${from} links to ${link}, not there`)
  }
  return dead
}

describe('dialogs and menus', () => {
  test('those of the main job have no serious or critical issue', async () => {
    const listing = market.publicPlaces.find(({ chunk }) => chunk === 'ListingPage')
    const tab = await openTab(market.visitor, listing?.path ?? '', 390)
    await tab.page.getByRole('button', { name: 'Message', exact: true }).first().click()
    await tab.page.getByRole('dialog').waitFor()
    const inMessage = await issuesOf(tab.page, 'message dialog')
    await tab.page.goto('/browse')
    await atRest(tab.page)
    await tab.page
      .getByRole('button', { name: /^Filters/ })
      .first()
      .click()
    await tab.page.getByRole('dialog').waitFor()
    const inFilters = await issuesOf(tab.page, 'filters')
    await tab.page.goto('/browse?q=boots')
    await atRest(tab.page)
    await tab.page.getByRole('button', { name: 'Why these results' }).click()
    await tab.page.getByRole('dialog').getByRole('list').waitFor()
    const inReasons = await issuesOf(tab.page, 'why these results')
    await tab.page.goto('/browse?view=map&place=Lisbon&radius=50')
    // Pins where the browser draws maps, a sentence where it does not.
    await tab.page
      .getByRole('region', { name: 'Map of the ads found' })
      .getByText(/€|here|no maps/)
      .first()
      .waitFor()
    const onMap = await issuesOf(tab.page, 'map')
    await tab.page.goto(listing?.path ?? '')
    await atRest(tab.page)
    await tab.page.getByRole('button', { name: /^Large photo/ }).click()
    await tab.page.getByRole('dialog').waitFor()
    const inPhotos = await issuesOf(tab.page, 'large photos')
    await tab.page.close()

    const own = await openTab(market.seller, '/post', 1440)
    await own.page.getByRole('button', { name: /^Choose/ }).click()
    await own.page.getByRole('dialog').waitFor()
    const inCategories = await issuesOf(own.page, 'category dialog')
    await own.page.keyboard.press('Escape')
    await own.page.goto('/home')
    await atRest(own.page)
    await own.page.getByRole('button', { name: /^Account of/ }).click()
    await own.page.getByRole('menu').waitFor()
    const inMenu = await issuesOf(own.page, 'account menu')
    await own.page.close()

    expect([...inMessage, ...inFilters, ...inReasons, ...onMap, ...inPhotos, ...inCategories, ...inMenu]).toEqual([])
  })
})
