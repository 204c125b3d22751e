import { expect, test } from 'vitest'
import { readDemoData } from './demo-data.ts'
import { LARGE_MARKET_ADS, largeMarket } from './large-market.ts'

test('the same seed gives the same ads, and another seed gives others', async () => {
  const data = await readDemoData()
  expect(largeMarket(data)).toEqual(largeMarket(data))
  expect(largeMarket(data, 19)).not.toEqual(largeMarket(data))
})

test('each ad is a variation of a demo ad, with its own number and price, and a place in the same country', async () => {
  const data = await readDemoData()
  const ads = largeMarket(data)
  expect(ads).toHaveLength(LARGE_MARKET_ADS)
  expect(new Set(ads.map(({ ad_no }) => ad_no)).size).toBe(ads.length)
  const offers = ads.map(({ seller, title, price_minor }) => `${seller} ${title.toLowerCase()} ${price_minor}`)
  expect(new Set(offers).size).toBe(ads.length)
  const sellers = new Map(data.sellers.map(({ id }) => [id, id]))
  const countries = new Set(data.listings.map(({ place }) => place.country))
  for (const ad of ads) {
    expect(sellers.has(ad.seller)).toBe(true)
    expect(ad.price_minor).toBeGreaterThanOrEqual(100)
    expect(countries.has(ad.place.country)).toBe(true)
    expect(ad.photos.length).toBeGreaterThan(0)
    expect(ad.previous_price_minor ?? Infinity).toBeGreaterThan(ad.price_minor ?? 0)
  }
  expect(new Set(ads.map(({ place }) => `${place.lat},${place.lng}`)).size).toBeGreaterThan(LARGE_MARKET_ADS * 0.7)
})
