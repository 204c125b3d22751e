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
import { isAccessible, issuesIn, type Theme } from './axe.ts'
import type { Person } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { atRest, DEMO_SELLER, type Market, openMarket, type Place, Tab } from './site.ts'
import { wordFaults } from './words.ts'

/**
 * Every page, opened once: its status, title, heading, landmarks and chunk, a quiet console, no sideways scrolling down
 * to 320 px, nothing serious under axe wide and on a phone, one in light and the other in dark, and every link on it leads
 * somewhere; its layout (layout.ts) and its number of words (words.ts); and what search engines and browsers ask of a page (scripts/page-rules.ts). Which of the two is dark changes from page to page, so that what all pages share is seen in all four ways.
 */
const TABS_AT_ONCE = 3
const NARROWEST = 320
const WIDTHS = [1440, 390, NARROWEST]

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

test('every page of the administration is, too', async () => {
  const administrator = await market.administrator()
  onTestFinished(administrator.leave)

  expect(await faultsOn(administrator, market.staffPlaces)).toEqual([])
})

test('a page speaks the language that its address asks for, and the one chosen at its foot from then on', async () => {
  const page = await market.visitor.context.newPage()
  onTestFinished(async () => {
    await page.evaluate(() => localStorage.removeItem('language'))
    await page.close()
  })
  const language = () => page.locator('html').getAttribute('lang')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  // English is looked at with every page.
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

test('in every language the narrowest phone shows pages without sideways scrolling', async () => {
  const page = await market.visitor.context.newPage()
  onTestFinished(() => page.close())
  await page.setViewportSize({ width: NARROWEST, height: 700 })
  const faults: string[] = []
  for (const { code } of LANGUAGES) {
    for (const path of ['/', '/browse', '/categories', '/auth', '/help', '/contact']) {
      await page.goto(`${path}?lang=${code}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      const sideways = await staysTooWide(page)
      if (sideways) faults.push(`${path} in ${code}: ${sideways}`)
    }
  }
  expect(faults).toEqual([])
})

/** Goes through the places in a few tabs at once, which hides the waiting for the network. One line for each fault. */
async function faultsOn(person: Person, places: readonly Place[]): Promise<string[]> {
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
 * @param themes  that of the wide page, and that of the page on a phone
 * @param seen  takes what was found of the page, to be compared with others
 */
async function faultsOf(
  { page, status, headers, complaints, requested }: Tab,
  place: Place,
  themes: readonly [Theme, Theme],
  seen: PageFacts[],
): Promise<string[]> {
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
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = await staysTooWide(page)
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
    if (theme) faults.push(...(await issuesIn(page, theme, `at ${width} px`)))
  }
  faults.push(...complaints.map((complaint) => `complains: ${complaint}`))
  return faults.map((fault) => `${place.path} ${fault}`)
}

function fits(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text)
}

/** What still sticks out once the page has had time to draw itself anew: a table becomes cards a moment after the window shrank. */
async function staysTooWide(page: Page): Promise<string | null> {
  await expect
    .poll(() => tooWide(page), { timeout: 10_000 })
    .toBeNull()
    .catch(() => undefined)
  return tooWide(page)
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

/** Where links lead: asks the server for each address once, while pages are still being looked at. */
class Links {
  readonly #person: Person
  readonly #from = new Map<string, string>()
  readonly #answers = new Map<string, Promise<number>>()
  #last = Promise.resolve(0)

  constructor(person: Person) {
    this.#person = person
  }

  /** @param from  the page that has the link, for who looks for the fault */
  follow(link: string, from: string): void {
    const [address = ''] = link.split('#')
    this.#from.set(link, from)
    if (this.#answers.has(address)) return
    // One after another: every answer is a page that the server puts together.
    this.#last = this.#last.then(() => this.#statusOf(address))
    this.#answers.set(address, this.#last)
  }

  /** 0 when nothing answers. */
  #statusOf(address: string): Promise<number> {
    return this.#person.page.request.get(address).then(
      (answer) => answer.status(),
      () => 0,
    )
  }

  /** A part of a page that a link names is looked for in the page that has it. One line for each dead link. */
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
      await atRest(page)
      for (const id of ids)
        if ((await page.locator(`[id="${decodeURIComponent(id)}"]`).count()) === 0)
          dead.push(`${this.#from.get(`${address}#${id}`)} links to ${address}#${id}, which is not there`)
    }
    return dead
  }
}

describe('found and shared', () => {
  const documentOf = async (path: string) => {
    const response = await market.visitor.page.request.get(path)
    return { status: response.status(), text: await response.text() }
  }

  test('an ad says before any script runs what it is, with a picture for previews', async () => {
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

  test('an ad that its seller put away is gone, and found nowhere, until it is back', async () => {
    const { supabase, listingId } = await ownAd()
    const path = `/listing/${listingId}`
    expect((await documentOf(path)).status).toBe(200)
    const { error } = await supabase.rpc('pause_listing', { listing_id: listingId })
    expect(error).toBeNull()
    const { status, text } = await documentOf(path)
    const { page } = market.visitor
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'This ad is no longer available' }).waitFor()
    await isAccessible(page, 'light', 'an ad that is gone')
    const inMap = (await documentOf('/sitemaps/ads-all.xml')).text.includes(path)
    await supabase.rpc('resume_listing', { listing_id: listingId })

    expect({ status, inMap }).toEqual({ status: 410, inMap: false })
    expect(text).toContain('<meta name="robots" content="noindex" />')
    expect((await documentOf(path)).status).toBe(200)
    expect((await documentOf('/sitemaps/ads-all.xml')).text).toContain(`<loc>${market.url}${path}</loc>`)
  })

  test('a stall that is not there answers 404', async () => {
    expect((await documentOf(`/seller/${randomUUID()}`)).status).toBe(404)
    expect((await documentOf('/seller/nobody')).status).toBe(404)
  })

  test('robots are shown the map of the site, and kept from what is somebody’s own', async () => {
    const { text } = await documentOf('/robots.txt')
    expect(text).toContain(`Sitemap: ${market.url}/sitemap.xml`)
    expect(text).toContain('Disallow: /messages')
    const maps = [...(await documentOf('/sitemap.xml')).text.matchAll(/<loc>([^<]+)</g)].map(([, map]) => map ?? '')
    expect(maps).toEqual([`${market.url}/sitemaps/pages.xml`, `${market.url}/sitemaps/ads-all.xml`])
    expect((await documentOf('/sitemaps/pages.xml')).text).toContain(`${market.url}/browse?category=lamps`)
    expect((await documentOf('/sitemaps/ads-zz.xml')).status).toBe(404)
    expect((await documentOf('/dashboard')).text).toContain('<meta name="robots" content="noindex" />')
  })

  test('a search can be followed as a feed, which holds what it finds and nothing else', async () => {
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

  /** The seller's own client, and one of her ads on offer. */
  async function ownAd() {
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
