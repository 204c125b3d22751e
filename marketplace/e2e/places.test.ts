import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  factsScript,
  headFaults,
  imageFaults,
  letterFaults,
  linkFaults,
  type PageFacts,
  sameDescriptions,
  targetFaults,
} from '../../scripts/page-rules.ts'
import { LANGUAGES } from '../contract/languages.ts'
import { axeIssuesInTheme, expectAccessible, type Theme } from './axe.ts'
import type { BrowserUser } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { DEMO_SELLER, type Market, openMarket, type Place, Tab, waitUntilStable } from './site.ts'
import { wordFaults } from './words.ts'

/**
 * Opens every page once and checks its status, title, heading, landmarks and chunk, console, horizontal scrolling down to 320 px, axe on wide and
 * phone screens (one in light, the other in dark), links, layout (layout.ts), word count (words.ts), and metadata for search engines and browsers
 * (scripts/page-rules.ts). Light and dark alternate from page to page, so that shared parts are checked in all four combinations.
 */
const TABS_AT_ONCE = 3
const NARROWEST = 320
const WIDTHS = [1440, 390, NARROWEST]

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('every public page passes all checks and has no dead link', async () => {
  expect(await faultsOn(market.visitor, market.publicPlaces)).toEqual([])
})

test('every page of a signed-in user passes all checks and has no dead link', async () => {
  expect(await faultsOn(market.seller, market.guardedPlaces)).toEqual([])
})

test('every administration page passes all checks and has no dead link', async () => {
  const administrator = await market.administrator()
  onTestFinished(administrator.leave)

  expect(await faultsOn(administrator, market.staffPlaces)).toEqual([])
})

test('a page uses the language of its URL, and the one chosen in the footer afterwards', async () => {
  const page = await market.visitor.context.newPage()
  onTestFinished(async () => {
    await page.evaluate(() => localStorage.removeItem('language'))
    await page.close()
  })
  const language = () => page.locator('html').getAttribute('lang')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  // English is covered by the checks of every page.
  for (const { code } of LANGUAGES.filter((language) => language.code !== 'en')) {
    await page.goto(`/?lang=${code}`)
    await page.locator('section[aria-labelledby=category-rail] li a').nth(4).waitFor()
    expect(await layoutFaults(page, '/', 1440), code).toEqual([])
  }

  await page.goto('/?lang=de')
  await heading('Gute Sachen, gleich um die Ecke.')
  expect(await language()).toBe('de')

  await page.getByRole('button', { name: /^Sprache/ }).click()
  await page.getByRole('link', { name: /^Português/ }).click()
  await heading('Coisas boas, mesmo ao virar da esquina.')
  expect(await language()).toBe('pt')

  await page.goto('/categories')
  await heading('Todas as categorias')
  await page.getByRole('link', { name: 'Móveis' }).first().waitFor()
})

test('no page scrolls horizontally on the narrowest phone in any language', async () => {
  const page = await market.visitor.context.newPage()
  onTestFinished(() => page.close())
  await page.setViewportSize({ width: NARROWEST, height: 700 })
  const faults: string[] = []
  for (const { code } of LANGUAGES) {
    for (const path of ['/', '/browse', '/categories', '/auth', '/help', '/contact']) {
      await page.goto(`${path}?lang=${code}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      const sideways = await overflowAfterRender(page)
      if (sideways) faults.push(`${path} in ${code}: ${sideways}`)
    }
  }
  expect(faults).toEqual([])
})

/** Checks the places in a few tabs in parallel to hide network latency. One line per fault. */
async function faultsOn(person: BrowserUser, places: readonly Place[]): Promise<string[]> {
  const waiting = [...places.entries()]
  const faults: string[] = []
  const links = new Links(person)
  const seen: PageFacts[] = []
  const walk = async () => {
    const tab = await Tab.of(person)
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, place] = next
      await tab.open(place.path, 1440)
      faults.push(...(await faultsOf(tab, place, index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light'], seen)))
      for (const link of await linksOn(tab.page)) links.follow(link, place.path)
    }
    await tab.page.close()
  }
  await Promise.all(Array.from({ length: TABS_AT_ONCE }, walk))
  return [...faults, ...sameDescriptions(seen), ...(await links.dead())]
}

/**
 * @param themes  the theme of the wide page and that of the phone page
 * @param seen  receives what was found on the page, for comparison with other pages
 */
async function faultsOf(
  { page, status, headers, complaints, requested }: Tab,
  place: Place,
  themes: readonly [Theme, Theme],
  seen: PageFacts[],
): Promise<string[]> {
  const faults: string[] = []
  if (status !== place.status) faults.push(`answers ${status}`)
  // Names that load a little after the page are part of its heading and title.
  await page
    .getByRole('heading', { level: 1, name: place.heading })
    .waitFor({ timeout: 5000 })
    .catch(() => undefined)
  const title = (await page.title()).replace(/^\(\d+\) /, '')
  if (!matches(title.replace(/ · Souk$/, ''), place.title) || !title.endsWith(' · Souk'))
    faults.push(`is titled ${title}`)
  const headings = await page.locator('h1').filter({ visible: true }).allTextContents()
  if (headings.length !== 1 || !matches(headings[0] ?? '', place.heading))
    faults.push(`is headed ${headings.join(', ')}`)
  const mains = await page.getByRole('main').count()
  if (mains !== 1) faults.push(`has ${mains} main parts`)
  const pageChunks = requested.flatMap((url) => /\/assets\/(\w+Page)-[^/]+\.js$/.exec(url)?.[1] ?? [])
  if (pageChunks.filter((name) => name !== 'ReadingPage' && name !== 'TopicPage').join() !== place.chunk)
    faults.push(`loads ${pageChunks.join(', ')}`)
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = await overflowAfterRender(page)
    if (sideways) faults.push(`at ${width} px ${sideways}`)
    if (width !== NARROWEST) {
      const facts = await page.evaluate<PageFacts>(factsScript)
      const ruled = [...imageFaults(facts), ...letterFaults(facts), ...targetFaults(facts)]
      ruled.push(...(await layoutFaults(page, place.path, width)))
      faults.push(...ruled.map((fault) => `at ${width} px ${fault}`))
      if (width === WIDTHS[0]) {
        faults.push(...headFaults(facts, { status, headers }), ...linkFaults(facts))
        seen.push(facts)
        faults.push(...(await wordFaults(page, place.path)))
      }
    }
    const theme = themes[index]
    if (theme) faults.push(...(await axeIssuesInTheme(page, theme, `at ${width} px`)))
  }
  faults.push(...complaints.map((complaint) => `complains: ${complaint}`))
  return faults.map((fault) => `${place.path} ${fault}`)
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text)
}

/** What still overflows after the page has had time to re-render: a table turns into cards a moment after the window shrinks. */
async function overflowAfterRender(page: Page): Promise<string | null> {
  await expect
    .poll(() => overflow(page), { timeout: 10_000 })
    .toBeNull()
    .catch(() => undefined)
  return overflow(page)
}

/** The document's width if it scrolls horizontally, and the elements that overflow. */
async function overflow(page: Page): Promise<string | null> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const out = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    return scrollWidth + ' px wide: ' + out.slice(-3).map((element) => element.tagName + ' ' + element.className).join(' | ')
  })()`)
}

/** The page's internal links, without fragments and other states of the same page. */
async function linksOn(page: Page): Promise<string[]> {
  return page.evaluate(`[...new Set([...document.querySelectorAll('a[href]')]
    .filter((link) => link.origin === location.origin && link.pathname !== location.pathname && !link.download)
    .map((link) => link.pathname + link.search + link.hash))]`)
}

/** Checks links: requests each URL from the server once, while other pages are still being checked. */
class Links {
  readonly #person: BrowserUser
  readonly #from = new Map<string, string>()
  readonly #answers = new Map<string, Promise<number>>()
  #last = Promise.resolve(0)

  constructor(person: BrowserUser) {
    this.#person = person
  }

  /** @param from  the page with the link, for the error message */
  follow(link: string, from: string): void {
    const [address = ''] = link.split('#')
    this.#from.set(link, from)
    if (this.#answers.has(address)) return
    // One after another, because every answer is a page that the server renders.
    this.#last = this.#last.then(() => this.#statusOf(address))
    this.#answers.set(address, this.#last)
  }

  /** 0 if there was no response. */
  #statusOf(address: string): Promise<number> {
    return this.#person.page.request.get(address).then(
      (answer) => answer.status(),
      () => 0,
    )
  }

  /** Fragments are looked up in the page that they link to. One line per dead link. */
  async dead(): Promise<string[]> {
    const dead: string[] = []
    const parts = new Map<string, string[]>()
    for (const [link, from] of this.#from) {
      const [address = '', part] = link.split('#')
      const status = await this.#answers.get(address)
      if (status !== 200) dead.push(`${from} links to ${link}, which answers ${status}`)
      else if (part) parts.set(address, [...(parts.get(address) ?? []), part])
    }
    const { page } = this.#person
    for (const [address, ids] of parts) {
      await page.goto(address)
      await waitUntilStable(page)
      for (const id of ids)
        if ((await page.locator(`[id="${decodeURIComponent(id)}"]`).count()) === 0)
          dead.push(`${this.#from.get(`${address}#${id}`)} links to ${address}#${id}, which is not there`)
    }
    return dead
  }
}

describe('search engines and sharing', () => {
  const documentOf = async (path: string) => {
    const response = await market.visitor.page.request.get(path)
    return { status: response.status(), text: await response.text() }
  }

  test('an ad’s HTML describes it without scripts and has a preview image', async () => {
    const listing = market.publicPlaces.find(({ chunk }) => chunk === 'ListingPage')
    const { text } = await documentOf(listing?.path ?? '')
    const address = `${market.url}${listing?.path}`

    expect(text).toContain(`<link rel="canonical" href="${address}" />`)
    expect(text).toContain('"@type":"Product"')
    expect(text).toContain('"@type":"BreadcrumbList"')
    expect(text).toContain('<meta name="robots" content="unavailable_after: ')
    const picture = /og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    const shared = await market.visitor.page.request.get(picture)
    expect(await sharp(await shared.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  })

  test('a deactivated ad answers 404 and is not in any list until it is reactivated', async () => {
    const { supabase, listingId } = await findOwnAd()
    const path = `/listing/${listingId}`
    expect((await documentOf(path)).status).toBe(200)
    const { error } = await supabase.rpc('pause_listing', { listing_id: listingId })
    expect(error).toBeNull()
    const { status, text } = await documentOf(path)
    const { page } = market.visitor
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'This ad is no longer available' }).waitFor()
    await expectAccessible(page, 'light', 'an ad that is gone')
    const inMap = (await documentOf('/sitemaps/ads-all.xml')).text.includes(path)
    await supabase.rpc('resume_listing', { listing_id: listingId })

    expect({ status, inMap }).toEqual({ status: 410, inMap: false })
    expect(text).toContain('<meta name="robots" content="noindex" />')
    expect((await documentOf(path)).status).toBe(200)
    expect((await documentOf('/sitemaps/ads-all.xml')).text).toContain(`<loc>${market.url}${path}</loc>`)
  })

  test('an unknown seller page answers 404', async () => {
    expect((await documentOf(`/seller/${randomUUID()}`)).status).toBe(404)
    expect((await documentOf('/seller/nobody')).status).toBe(404)
  })

  test('robots.txt names the sitemap and excludes private pages', async () => {
    const { text } = await documentOf('/robots.txt')
    expect(text).toContain(`Sitemap: ${market.url}/sitemap.xml`)
    expect(text).toContain('Disallow: /messages')
    const maps = [...(await documentOf('/sitemap.xml')).text.matchAll(/<loc>([^<]+)</g)].map(([, map]) => map ?? '')
    expect(maps).toEqual([`${market.url}/sitemaps/pages.xml`, `${market.url}/sitemaps/ads-all.xml`])
    expect((await documentOf('/sitemaps/pages.xml')).text).toContain(`${market.url}/browse?category=lamps`)
    expect((await documentOf('/sitemaps/ads-zz.xml')).status).toBe(404)
    expect((await documentOf('/dashboard')).text).toContain('<meta name="robots" content="noindex" />')
  })

  test('a search has a feed with exactly its results', async () => {
    const page = await documentOf('/browse?category=lamps&price_max=1000000')
    const feed = /type="application\/rss\+xml"[^>]*href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const { text } = await documentOf(feed)
    const links = [...text.matchAll(/<item>[\s\S]*?<link>([^<]+)</g)].map(([, link]) => link)
    const answer = await market.visitor.page.request.get('/rest/v1/rpc/search_listings', {
      params: { params: JSON.stringify({ category: 'lamps', sort: 'newest', limit: 48 }) },
      headers: { apikey: publishableKeyIn(page.text) },
    })
    const { items } = (await answer.json()) as { items: { id: string }[] }

    expect(links.length).toBeGreaterThan(0)
    expect(links).toEqual(items.map(({ id }) => `${market.url}/listing/${id}`))
  })

  /** The seller's API client, and one of her live ads. */
  async function findOwnAd() {
    const { text } = await documentOf('/')
    const supabase = createClient(market.url, publishableKeyIn(text), { auth: { persistSession: false } })
    const { data: signedIn } = await supabase.auth.signInWithPassword(DEMO_SELLER)
    const { data, error } = await supabase
      .from('listings')
      .select('id')
      .eq('seller_id', signedIn.user?.id ?? '')
      .eq('state', 'active')
      .limit(1)
      .single()
    if (error) throw error
    return { supabase, listingId: data.id as string }
  }

  const publishableKeyIn = (html: string) => /"publishableKey":"([^"]+)"/.exec(html)?.[1] ?? ''
})
