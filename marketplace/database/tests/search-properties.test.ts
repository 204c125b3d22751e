import { expect, test } from 'vitest'
import type { AttributeFacet, ListingSearch, SearchFacets } from '../../contract/search/search.ts'
import { demoId } from '../seed/demo-data.ts'
import { type Market, onMarket } from './database.ts'
import { countBy, fits, listOf, plain } from './search-evaluation.ts'
import { type Ad, type Snapshot, search, snapshotOf, walk } from './search-market.ts'

const COMBINATIONS = 40
const LISBON = { lat: 38.72, lng: -9.14 }

/** Seeded random numbers (mulberry32, public domain), so that a failure is reproducible. */
function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

class Chance {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = pseudoRandom(seed)
  }

  happens(share: number): boolean {
    return this.#random() < share
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

/** Random filters around an existing ad, so that some of them match. */
function randomFilters(chance: Chance, { ads, above }: Snapshot): ListingSearch {
  const ad = chance.of(ads)
  const maybe = <T>(share: number, value: () => T): T | undefined => (chance.happens(share) ? value() : undefined)
  const price = ad.price_minor ?? 5000
  const filters = {
    category: maybe(0.6, () => chance.of(above.get(ad.category) ?? [])),
    type: maybe(0.15, () => chance.of([ad.type, ['sell', 'free']])),
    condition: maybe(0.25, () => [ad.condition ?? 'good', chance.of(['new', 'like_new', 'good', 'fair'])]),
    delivery: maybe(0.2, () => chance.of(['pickup', 'ship', ['pickup', 'ship']])),
    seller_type: maybe(0.1, () => chance.of(['private', 'business'])),
    with_photo: maybe(0.15, () => true),
    price_min: maybe(0.2, () => Math.floor(price * 0.6)),
    price_max: maybe(0.25, () => Math.ceil(price * 1.5)),
    posted_within_days: maybe(0.15, () => chance.of([1, 3, 7, 30])),
    posted_since: maybe(0.05, () => new Date(Date.now() - chance.below(20) * 86_400_000).toISOString()),
    seller: maybe(0.05, () => ad.seller_id),
    ...maybe(0.3, () => ({ ...LISBON, radius_km: chance.of([1, 3, 10, 60, 300]) })),
    box: maybe(0.2, () => randomBox(chance)),
    attributes: maybe(0.5, () => randomAttributes(chance, ad)),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** From a few streets in Lisbon to half of the world, some over the date line. */
function randomBox(chance: Chance): NonNullable<ListingSearch['box']> {
  if (chance.happens(0.1)) return [LISBON.lng - 1, -60, LISBON.lng - 1.5, 60]
  const reach = chance.of([0.02, 0.3, 2, 40])
  return [LISBON.lng - reach, LISBON.lat - reach / 2, LISBON.lng + reach * 2, LISBON.lat + reach]
}

function randomAttributes(chance: Chance, { attributes }: Ad): NonNullable<ListingSearch['attributes']> {
  const said = Object.entries(attributes).filter(([key]) => key !== 'quantity_text' && chance.happens(0.5))
  return Object.fromEntries(
    said.slice(0, 2).map(([key, value]) => {
      if (typeof value !== 'number') return [key, value as string | boolean]
      return [
        key,
        chance.of([value, [value, value + 1], { min: value - 5, max: value + chance.below(20) }, { min: value }]),
      ]
    }),
  )
}

test(
  'any combination of filters finds the same as a plain evaluation, with all facet counts',
  () =>
    onMarket(async (market) => {
      const snapshot = await snapshotOf(market)
      const chance = new Chance(20_261_121)
      let found = 0
      for (let round = 0; round < COMBINATIONS; round++) {
        const filters = randomFilters(chance, snapshot)
        const wanted = snapshot.ads.filter((ad) => fits(ad, filters, snapshot)).map(({ id }) => id)
        const answer = await search(market, { ...filters, facets: true, limit: 48 })
        const ids =
          wanted.length > 48 ? await walk(market, { ...filters, limit: 48 }) : answer.items.map(({ id }) => id)
        expect({ filters, ids: ids.sort() }).toEqual({ filters, ids: wanted.sort() })
        expect(answer).toMatchObject({
          total: wanted.length,
          total_is_more: false,
          facets_are_estimates: false,
          ignored: [],
        })
        expect({ filters, ...countsOf(answer.facets) }).toEqual({ filters, ...bruteForce(filters, snapshot) })
        compareAttributes(answer.facets?.attributes ?? [], filters, snapshot)
        found += wanted.length
      }
      expect(found).toBeGreaterThan(COMBINATIONS * 3)
    }),
  60_000,
)

type Counts = Record<string, Record<string, number> | number>

function countsOf(facets: SearchFacets | null): Counts {
  if (!facets) throw new Error('no facets')
  const named = (list: readonly { value: string; count: number }[]) =>
    Object.fromEntries(list.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))
  return {
    category: Object.fromEntries(facets.category.map(({ slug, count }) => [slug, count])),
    condition: named(facets.condition),
    type: named(facets.type),
    delivery: named(facets.delivery),
    seller_type: named(facets.seller_type),
    with_photo: facets.with_photo,
    posted: Object.fromEntries(facets.posted.map(({ days, count }) => [days, count])),
    priced: facets.price.histogram.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Each facet counts the ads that match all filters but its own. */
function bruteForce(filters: ListingSearch, snapshot: Snapshot): Counts {
  const under = (without: string) => snapshot.ads.filter((ad) => fits(ad, filters, snapshot, without))
  const posted = under('posted')
  const priced = under('price').filter(({ type, price_minor: price }) => price !== null && /sell|wanted/.test(type))
  return {
    category: countBy(under('category'), (ad) => snapshot.above.get(ad.category) ?? []),
    condition: countBy(under('condition'), ({ condition }) => (condition === null ? [] : [condition])),
    type: countBy(under('type'), ({ type }) => [type]),
    delivery: countBy(under('delivery'), ({ delivery }) => (delivery === 'both' ? ['pickup', 'ship'] : [delivery])),
    seller_type: countBy(under('seller_type'), (ad) => [ad.seller_type]),
    with_photo: under('with_photo').filter((ad) => ad.photo_count > 0).length,
    posted: Object.fromEntries([1, 3, 7, 30].map((days) => [days, posted.filter((ad) => ad.age_days <= days).length])),
    priced: priced.length,
  }
}

function compareAttributes(facets: readonly AttributeFacet[], filters: ListingSearch, snapshot: Snapshot): void {
  const shown = facets.map(({ key }) => key)
  expect(shown).toEqual(expect.arrayContaining(Object.keys(filters.attributes ?? {})))
  for (const { key, options, range } of facets) {
    const under = snapshot.ads.filter((ad) => fits(ad, filters, snapshot, `attributes.${key}`))
    const isField = (ad: Ad) => snapshot.fields.get(ad.category)?.some((field) => field.key === key)
    const said = under.filter((ad) => isField(ad) && ad.attributes[key] !== undefined && ad.attributes[key] !== null)
    const counts = countBy(said, ({ attributes }) => [...new Set(listOf(attributes[key]).map(plain))])
    for (const { value, count } of options)
      expect({ key, value, count }).toEqual({ key, value, count: counts[plain(value)] ?? 0 })
    expect(options.filter(({ count }) => count > 0)).toHaveLength(Math.min(30, Object.keys(counts).length))
    if (range) expect(range.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(said.length)
  }
}

test.each(['sofa', 'black', 'wooden table', 'vintage'])(
  'filters of a search for %s leave of it what fits',
  (q) =>
    onMarket(async (market) => {
      const snapshot = await snapshotOf(market)
      const byId = new Map(snapshot.ads.map((ad) => [ad.id, ad]))
      const all = (await walk(market, { q, limit: 48 })).map((id) => byId.get(id) as Ad)
      const chance = new Chance(q.length)
      for (let round = 0; round < 10; round++) {
        const filters = randomFilters(chance, { ...snapshot, ads: all })
        const wanted = all.filter((ad) => fits(ad, filters, snapshot)).map(({ id }) => id)
        expect({ filters, ids: (await walk(market, { q, ...filters, limit: 48 })).sort() }).toEqual({
          filters,
          ids: wanted.sort(),
        })
      }
    }),
  30_000,
)

test.each(['', 'black', 'chair'])(
  'no ad with an excluded word is among those for “%s”, and none without it is missing',
  (q) =>
    onMarket(async (market) => {
      const snapshot = await snapshotOf(market)
      const byId = new Map(snapshot.ads.map((ad) => [ad.id, ad]))
      const all = await walk(market, { q, limit: 48 })
      for (const exclude of ['leather', 'wood', 'new', 'Lisbon', 'large, black']) {
        const left = await walk(market, { q, exclude, limit: 48 })
        const excluded = plain(exclude).split(' ')
        const worded = (id: string) => plain(byId.get(id)?.words).split(' ')
        for (const id of left) expect(excluded.filter((word) => worded(id).includes(word))).toEqual([])
        const dropped = all.filter((id) => !left.includes(id))
        expect(left.length + dropped.length).toBe(all.length)
        // An excluded ad contains the word in its text, labels, synonyms or place.
        const [said] = await market.owner<{ ids: string[] }[]>`
          select array(select listing_id from private.listing_search where document @@ private.any_of(private.word_stems(${excluded[0] ?? ''}))) as ids`
        if (excluded.length === 1) expect(said?.ids).toEqual(expect.arrayContaining(dropped))
      }
    }),
  30_000,
)

test.each([
  { sort: 'newest' },
  { sort: 'price_asc' },
  { sort: 'price_desc' },
  { sort: 'distance', ...LISBON },
  { sort: 'relevance', q: 'chair' },
  { sort: 'relevance', q: 'folding chair number' },
] satisfies ListingSearch[])(
  'a walk by $sort ($q) visits every ad once while others are published',
  (params) =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      for (let number = 100; number < 108; number++) {
        await market.adOf(anna, { title: `Folding chair number ${number}`, price_minor: 5500 + number })
      }
      const before = await walk(market, { ...params, limit: 48 })
      const size = Math.ceil(before.length / 4)
      let published = 0
      const visited = await walk(market, { ...params, limit: size }, async () => {
        await market.adOf(anna, { title: `Folding chair number ${published}`, price_minor: 6000 + 3000 * published++ })
      })
      expect(published).toBeGreaterThan(1)
      expect(new Set(visited).size).toBe(visited.length)
      expect(visited.filter((id) => before.includes(id))).toEqual(before)
    }),
  30_000,
)

/** One typing error: a letter omitted, inserted, replaced, or swapped with the next. */
function slip(chance: Chance, word: string): string {
  const at = chance.below(word.length)
  const letter = String.fromCharCode(97 + chance.below(26))
  const slipped = chance.of([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ])
  return slipped === word ? slip(chance, word) : slipped
}

async function topOf(market: Market, q: string, limit: number): Promise<string[]> {
  const { items, close_items: close } = await search(market, { q, limit })
  return [...items, ...close].slice(0, limit).map(({ id }) => id)
}

test(
  'after one typing error in a word of five letters or more the best three stay in the top ten nine times out of ten',
  () =>
    onMarket(async (market) => {
      const chance = new Chance(5)
      let tried = 0
      let kept = 0
      for (const q of TYPED) {
        const best = await topOf(market, q, 3)
        for (const word of q.split(' ').filter(({ length }) => length >= 5)) {
          const found = await topOf(market, q.replace(word, slip(chance, word)), 10)
          tried++
          if (best.every((id) => found.includes(id))) kept++
        }
      }
      expect(tried).toBeGreaterThan(60)
      expect(kept / tried).toBeGreaterThanOrEqual(0.9)
    }),
  60_000,
)

const TYPED =
  `leather sofa|blue armchair|wooden bench|office chair|dining table|standing mirror|floor lamp|coffee grinder|toaster|kettle|
  bicycle helmet|mountain bike|skateboard|tennis racket|yoga mat|camping tent|backpack|suitcase|winter jacket|summer dress|running shoes|
  leather boots|necklace|headphones|smartphone|laptop|keyboard|monitor|camera|guitar|ukulele|board game|building blocks|stroller|
  children book|cookbook|vinyl record|garden chair|plant pot|cactus|watering can|power drill|hammer|sewing machine|picture frame|sunglasses`
    .split('|')
    .map((q) => q.trim())

test('numbers and model codes are never corrected', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { title: 'Marimba deluxe model kx7300' })
    expect(await topOf(market, 'marimba kx7300', 5)).toContain(ad)
    const other = await search(market, { q: 'marimba kx7301' })
    expect(other.corrections).toEqual([])
    expect(other.items).toEqual([])
    expect(other.close_items.find(({ id }) => id === ad)?.close).toEqual({ by: 'words', words: ['kx7301'] })
    expect((await search(market, { q: 'kx7301' })).items).toEqual([])
    expect((await search(market, { category: 'sofas', q: 'l001' })).items.map(({ id }) => id)).not.toContain(
      demoId('l001'),
    )
  }))
