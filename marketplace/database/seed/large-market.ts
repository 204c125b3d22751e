import type { DemoData, DemoListing } from './demo-data.ts'

/** Number of additional ads with DEMO=large. */
export const LARGE_MARKET_ADS = 2000

/** Higher than the numbers that a market assigns for a long time (the sequence begins at 200,000). */
const FIRST_AD_NO = 1_000_000
const OLDEST_HOURS = 45 * 24
/** Degrees around the place of a demo ad: a town and its surroundings. */
const SPREAD = 0.06
const CONDITIONS = ['new', 'like_new', 'good', 'good', 'fair'] as const

/**
 * Additional ads for testing lists and maps: each is a variation of a demo ad, with the same seller and photos, another price, age and condition, and
 * a place in the same country. Reproducible by seed.
 */
export function largeMarket(data: DemoData, seed = 18): readonly DemoListing[] {
  const random = randomFrom(seed)
  const pick = <One>(from: readonly One[]): One => {
    const one = from[Math.floor(random() * from.length)]
    if (one === undefined) throw new Error('There is nothing to pick from')
    return one
  }
  const models = data.listings.filter(
    ({ state, type, photos, price_minor }) =>
      state === 'active' && type === 'sell' && photos.length > 0 && price_minor !== null,
  )
  const placesOf = Map.groupBy(
    data.listings.map(({ place }) => place),
    ({ country }) => country,
  )
  const taken = new Set(data.listings.map(({ seller, title, price_minor }) => offerOf(seller, title, price_minor ?? 0)))
  return Array.from({ length: LARGE_MARKET_ADS }, (_one, at) => {
    const model = pick(models)
    const place = pick(placesOf.get(model.place.country) ?? [model.place])
    const age = 1 + random() ** 2 * OLDEST_HOURS
    const title = random() < 0.5 ? model.title : (model.title.split(',')[0] ?? model.title)
    // The same item may not be offered twice at one price.
    let price = wholePrice((model.price_minor ?? 0) * (0.5 + random()))
    while (taken.has(offerOf(model.seller, title, price))) price += 100
    taken.add(offerOf(model.seller, title, price))
    const { previous_price_minor: _before, price_changed_hours_ago: _changed, ...kept } = model
    return {
      ...kept,
      id: `large-${at}`,
      ad_no: FIRST_AD_NO + at,
      title,
      price_minor: price,
      condition: pick(CONDITIONS),
      place: { ...place, lat: around(place.lat, random), lng: around(place.lng, random) },
      age_hours: age,
      counters: { views: Math.floor(random() * 3 * Math.sqrt(age)), saves: Math.floor(random() * 6), chats: 0 },
      ...(random() < 0.12
        ? { previous_price_minor: wholePrice(price * 1.2) + 100, price_changed_hours_ago: age * random() }
        : {}),
    }
  })
}

const offerOf = (seller: string, title: string, price: number) => `${seller} ${title.toLowerCase()} ${price}`

/** A whole amount, at least 1. */
function wholePrice(minor: number): number {
  return Math.max(1, Math.round(minor / 100)) * 100
}

function around(degrees: number, random: () => number): number {
  return Math.round((degrees + (random() - 0.5) * 2 * SPREAD) * 1000) / 1000
}

/** Seeded pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
