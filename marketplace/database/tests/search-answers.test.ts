import { expect, test } from 'vitest'
import type { ListingSearch } from '../../contract/search/search.ts'
import { onMarket } from './database.ts'
import { search, walk } from './search-market.ts'

const TEXT = 'Kept dry and clean, seen at any time, everything works as it should.'

test.each([
  ['Portuguese', 'pt', 'Marimbas tocadas', 'marimba tocada'],
  ['Spanish', 'es', 'Marimba pintada de colores', 'marimba pintado'],
  ['German', 'de', 'Marimba aus Hölzern', 'Marimbas Holz'],
  ['French', 'fr', 'Marimba décorée', 'marimbas décorées'],
  ['English', 'en', 'Marimba polishing', 'polished marimbas'],
])('%s words match other forms', (_, language, title, q) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { title, language, description: TEXT })
    const answer = await search(market, { q })
    expect(answer.items.map(({ id }) => id)).toEqual([ad])
    expect(answer).toMatchObject({ corrections: [], close_items: [] })
  }),
)

test.each([
  ['Marimba 128 GB', ['marimba 128gb', 'marimba 128 gigabytes', 'marimba 128']],
  ['Marimba 55″', ['marimba 55 inch', 'marimba 55in', 'marimba 55 Zoll', "marimba 55''"]],
  ['Marimba 120x60cm', ['marimba 120 x 60 cm', 'marimba 60cm', 'marimba 120']],
  ['Marimba 2 kilos', ['marimba 2kg', 'marimba 2 kg']],
])('%s is found with any spelling of its measure', (title, queries) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { title, description: TEXT })
    for (const q of queries) {
      const answer = await search(market, { q })
      expect({ q, ids: answer.items.map(({ id }) => id) }).toEqual({ q, ids: [ad] })
    }
  }),
)

test('synonyms work in both directions, also between languages', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const fridge = await market.adOf(anna, { title: 'Marimba painted refrigerator', description: TEXT })
    for (const q of ['marimba fridge', 'marimba Kühlschrank']) {
      expect((await search(market, { q })).items.map(({ id }) => id)).toEqual([fridge])
    }
  }))

test('explains why an ad was found, on request', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { title: 'Zebrawood marimba', description: `${TEXT} With a vibraphone.` })
    const part = await market.adOf(anna, { title: 'Stand for a zebrawood marimba', description: TEXT })
    const { items } = await search(market, { q: 'marimbas zebrawo', explain: true })
    const why = new Map(items.map((item) => [item.id, item.why]))
    expect(why.get(ad)).toEqual({
      tier: 'title',
      words: [
        { word: 'marimbas', in: ['title'], as: 'form' },
        { word: 'zebrawo', in: ['title'], as: 'beginning' },
      ],
      raised_by: ['new'],
      lowered_by: [],
    })
    expect(why.get(part)?.lowered_by).toEqual(['part'])
    const spread = await search(market, { q: 'zebrawood marimba vibraphone', explain: true })
    expect(spread.items[0]?.why).toMatchObject({ tier: 'spread' })
    expect(spread.close_items.find(({ id }) => id === part)?.why).toMatchObject({ tier: 'some' })
    expect((await search(market, { q: 'marimba' })).items[0]).not.toHaveProperty('why')
    expect((await search(market, { explain: true, limit: 1 })).items[0]?.why).toMatchObject({ tier: null, words: [] })
  }))

test('an empty result names the filters to blame, and removing each finds what it promises', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    for (const price of [7000, 8000, 9000]) {
      await market.adOf(anna, { title: `Marimba for ${price} sounds`, price_minor: price, description: TEXT })
    }
    const asked: ListingSearch = { q: 'marimba sounds', category: 'armchairs', price_max: 7500, condition: 'for_parts' }
    const answer = await search(market, asked)
    expect(answer.total).toBe(0)
    const ways = new Map(answer.relaxed.map((way) => [way.filter, way]))
    expect(ways.get('condition')).toMatchObject({ total: 1, total_is_more: false, change: { condition: null } })
    expect(ways.has('price')).toBe(false)
    for (const { change, total } of answer.relaxed) {
      expect((await search(market, { ...asked, ...change })).total).toBe(total)
    }
    const both = await search(market, { ...asked, price_max: 100 })
    expect(both.relaxed.map(({ filter, total }) => [filter, total])).toEqual([['all', 3]])
    expect(await walk(market, { ...asked, ...both.relaxed[0]?.change } as ListingSearch)).toHaveLength(3)
  }))

test('a radius that is too small is widened to the next step that finds more', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Marimba of the north', lat: 41.15, lng: -8.61, description: TEXT })
    const { relaxed } = await search(market, { q: 'marimba', lat: 40.75, lng: -8.61, radius_km: 5 })
    expect(relaxed.find(({ change }) => change.radius_km !== null)).toMatchObject({
      filter: 'radius_km',
      total: 1,
      change: { radius_km: 50 },
    })
  }))

test('words are dropped from the right until something matches the filters', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Zebrawood marimba with mallets', price_minor: 30_000, description: TEXT })
    await market.adOf(anna, { title: 'Zebrawood marimba', price_minor: 9000, description: TEXT })
    const { relaxed } = await search(market, { q: 'zebrawood marimba mallets', price_max: 10_000 })
    expect(relaxed).toContainEqual({ filter: 'q', total: 1, total_is_more: false, change: { q: 'zebrawood marimba' } })
  }))

test('a rare word next to a common one is kept, and the common one is offered', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Vibraphane by hand', description: TEXT })
    for (let count = 0; count < 20; count++) {
      await market.owner`update public.profiles set trust_level = 3 where id = ${anna.id}`
      await market.adOf(anna, {
        title: `Vibraphone with ${count} bars`,
        price_minor: 6000 + count * 100,
        description: TEXT,
      })
    }
    const answer = await search(market, { q: 'vibraphane' })
    expect(answer).toMatchObject({
      total: 1,
      corrections: [],
      did_you_mean: { q: 'vibraphone', total: 20, total_is_more: false },
    })
    expect(new Set(answer.close_items.map(({ close }) => JSON.stringify(close)))).toEqual(
      new Set(['{"by":"spelling","words":"vibraphone"}']),
    )
    expect((await search(market, { q: 'vibraphone' })).did_you_mean).toBeNull()
  }))

test('a number and word typed as one are split if no ad has them as one', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const apart = await market.adOf(anna, { title: 'Marimba size EU 38', description: TEXT })
    await market.adOf(anna, { title: 'Marimba size EU 39', description: TEXT })
    const ids = async (q: string) => (await search(market, { q })).items.map(({ id }) => id)
    expect(await ids('marimba eu38')).toEqual([apart])
    const together = await market.adOf(anna, { title: 'Marimba EU38', description: TEXT })
    expect(await ids('marimba eu38')).toEqual([together])
  }))

test("a category's name is not corrected as a typing error, even if no ad contains it", () =>
  onMarket(async (market) => {
    // A toy of the demo market tells stories; "telly" is one letter away, and another word for televisions.
    expect(await search(market, { q: 'telly' })).toMatchObject({
      corrections: [],
      items: [],
      understood_as: { categories: ['tvs'] },
    })
    expect((await search(market, { q: 'tellz' })).corrections).toMatchObject([{ from: 'tellz', to: 'telly' }])
  }))

test('unknown words are ignored and named; an invalid time is refused', () =>
  onMarket(async (market) => {
    const all = await search(market, { category: 'sofas' })
    const answer = await search(market, {
      category: 'sofas',
      colour: 'blue',
      attributes: { megapixels: 12, seats: 'many', material: { min: 2 }, colour: [] },
      condition: 'shiny',
    })
    expect(answer.ignored.sort()).toEqual([
      'attributes.material',
      'attributes.megapixels',
      'attributes.seats',
      'colour',
      'condition',
    ])
    expect(answer.total).toBe(all.total)
    const known = await search(market, { category: 'sofas', condition: ['good'] })
    expect(await search(market, { category: 'sofas', condition: ['good', 'shiny'] })).toMatchObject({
      total: known.total,
      ignored: ['condition'],
    })
    expect(known.ignored).toEqual([])
    for (const params of [{ posted_since: 'yesterday' }, { posted_since: '2026-99-99' }]) {
      await expect(search(market, params)).rejects.toMatchObject({ code: '22023' })
    }
  }))

test.each([
  { brand: "'; drop table public.listings; --" },
  { 'a:*|b': '%L' },
  { colour: ['blue', { deep: 1 }, null, 'x'.repeat(5000)] },
  { seats: { min: 'NaN', max: '1e999' } },
  { colour: ':* & | !' },
])('attributes $# are bound as values', (attributes) =>
  onMarket(async (market) => {
    expect((await search(market, { attributes, facets: true, explain: true })).items).toBeInstanceOf(Array)
  }),
)

test('a seller who becomes a business moves all ads to the other filter value', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Marimba of a shop', description: TEXT })
    expect((await search(market, { q: 'marimba', seller_type: 'business' })).total).toBe(0)
    await market.owner`update public.profiles set seller_type = 'business' where id = ${anna.id}`
    expect((await search(market, { q: 'marimba', seller_type: 'business' })).total).toBe(1)
    expect((await search(market, { q: 'marimba', seller_type: 'private' })).total).toBe(0)
  }))
