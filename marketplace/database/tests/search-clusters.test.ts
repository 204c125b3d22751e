import { expect, test } from 'vitest'
import type { ClusterAnswer } from '../../contract/search/clusters.ts'
import type { ListingSearch } from '../../contract/search/search.ts'
import { onMarket } from './database.ts'
import { clustersOf, search } from './search-market.ts'

const WORLD = [-180, -90, 180, 90] as const
/** Without other ads nearby. */
const ICE = { lat: 72, lng: -40 }
const ON_ICE = [-41, 71, -39, 73] as const
const countAds = (answer: ClusterAnswer) =>
  answer.clusters.reduce((sum, { count }) => sum + count, 0) + answer.pins.length

const SEARCHES: readonly ListingSearch[] = [
  { box: WORLD },
  { box: WORLD, q: 'boots' },
  { box: WORLD, q: 'bootz' },
  { box: WORLD, q: 'lamp under 30 euro' },
  { box: WORLD, category: 'furniture', condition: 'good' },
  { lat: 38.718, lng: -9.129, radius_km: 25 },
  { box: [-9.2, 38.6, -9.05, 38.85], with_photo: true },
]

test.each(SEARCHES)('clusters and pins of %j add up to the results of the search', (params) =>
  onMarket(async (market) => {
    const { total } = await search(market, params)
    expect(total).toBeGreaterThan(0)
    for (const zoom of [0, 5.5, 9, 13, 20]) {
      const answer = await clustersOf(market, { ...params, zoom })
      expect({ zoom, total: answer.total, countAds: countAds(answer) }).toEqual({ zoom, total, countAds: total })
    }
  }),
)

test('a cluster splits when zooming in, and ads at one spot stay together', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    for (const east of [0, 0, 0.3])
      await market.adOf(anna, { lat: ICE.lat, lng: ICE.lng + east, price_minor: 1000 + 1000 * east })
    const far = await clustersOf(market, { box: ON_ICE, zoom: 4 })
    expect(far).toMatchObject({ pins: [], clusters: [{ count: 3, price_min: 1000, price_max: 1300 }] })
    const near = await clustersOf(market, { box: ON_ICE, zoom: 12 })
    const [west, south, east, north] = near.clusters[0]?.bounds ?? []
    expect({ clusters: near.clusters.map(({ count }) => count), pins: near.pins.length }).toEqual({
      clusters: [2],
      pins: 1,
    })
    expect([west, south]).toEqual([east, north])
    expect(near.bounds).toEqual(far.bounds)
  }))

test('only live ads are counted, and a pin has public facts only', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const at = async () => (await clustersOf(market, { box: ON_ICE, zoom: 12 })).total
    await market.draftOf(anna, ICE)
    expect(await at()).toBe(0)
    const ad = await market.adOf(anna, { ...ICE, lat: 72.0004 })
    const { pins } = await clustersOf(market, { box: ON_ICE, zoom: 12 })
    expect(pins.map((pin) => Object.keys(pin).sort())).toEqual([
      ['currency', 'id', 'lat', 'lng', 'price_minor', 'price_type', 'title', 'type'],
    ])
    // On the grid of about 300 m, as everywhere else.
    expect(pins[0]).toMatchObject({ id: ad, lat: expect.closeTo(72, 6) })
    const shown = { state: 'active', state_before: null, state_reason: null, sold_at: null, sold_channel: null }
    for (const gone of [
      { state: 'hidden', state_before: 'active', state_reason: '"A rule."' },
      { state: 'sold', sold_at: new Date(), sold_channel: 'here' },
      { state: 'paused' },
      { state: 'expired' },
      { state: 'removed' },
    ]) {
      await market.owner`update public.listings set ${market.owner(gone)} where id = ${ad}`
      expect({ ...gone, ads: await at() }).toEqual({ ...gone, ads: 0 })
      await market.owner`update public.listings set ${market.owner(shown)} where id = ${ad}`
      expect({ ...shown, ads: await at() }).toEqual({ ...shown, ads: 1 })
    }
    await market.owner`update public.listings set expires_at = now() - interval '1 second' where id = ${ad}`
    expect(await at()).toBe(0)
  }))

test('a box over the date line includes both sides, and near ads cluster across it', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    for (const lng of [179.9, -179.9]) await market.adOf(anna, { lat: -17, lng })
    const box = [179, -18, -179, -16]
    const near = await clustersOf(market, { box, zoom: 12 })
    expect(near.pins.map(({ lng }) => lng)).toEqual([expect.closeTo(179.9, 1), expect.closeTo(180.1, 1)])
    const far = await clustersOf(market, { box, zoom: 3 })
    expect(far).toMatchObject({ pins: [], clusters: [{ count: 2, lng: expect.closeTo(180, 1) }] })
    expect((await clustersOf(market, { box: [-179, -18, 179, -16], zoom: 12 })).total).toBe(0)
  }))

test.each([
  { zoom: -1 },
  { zoom: 'NaN' },
  { zoom: '1; drop table public.listings' },
  { zoom: null },
  {},
  { zoom: 3, box: [0, 0, 1] },
  { zoom: 3, box: [0, 10, 1, 5] },
  { zoom: 3, box: ['0) or (1=1', 0, 1, 1] },
  { zoom: 3, box: [-500, 0, 500, 1] },
  { zoom: 3, lat: 'x', lng: 1 },
])('%j is refused', (params) =>
  onMarket(async (market) => {
    await expect(clustersOf(market, params)).rejects.toMatchObject({ code: '22023' })
  }),
)

test('the result stays small for a large box at any zoom, and a box may be a point', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const wide = await clustersOf(market, { box: WORLD, zoom: 20 })
    // 48 x 48 cells.
    expect(wide.clusters.length + wide.pins.length).toBeLessThan(48 * 48)
    await market.adOf(anna, ICE)
    const { pins } = await clustersOf(market, { box: ON_ICE, zoom: 20 })
    const [pin] = pins
    if (!pin) throw new Error('no pin')
    expect((await clustersOf(market, { box: [pin.lng, pin.lat, pin.lng, pin.lat], zoom: 20 })).total).toBe(1)
  }))
