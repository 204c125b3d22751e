import { expect, test } from 'vitest'
import { type Market, onMarket } from './database.ts'
import { createMarketDay, verbs } from './market-day.ts'

const remainingUnits = async ({ owner }: Market, ad: string) => {
  const [row] = await owner`
    select listing.state, listing.quantity, seller.sold_count from public.listings listing
    join public.sellers seller on seller.id = listing.seller_id where listing.id = ${ad}`
  return row
}

test('selling one of several leaves the rest on sale, until the last is sold', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market, { quantity: 3 })
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad}, 10000)`)
    expect(await remainingUnits(market, ad)).toEqual({ state: 'active', quantity: 2, sold_count: 1 })
    const talk = await market.talkAbout(ad, ben)
    await anna.does((sql) => sql`select public.sell_to(${talk})`)
    expect(await remainingUnits(market, ad)).toEqual({ state: 'active', quantity: 1, sold_count: 2 })
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
    expect(await remainingUnits(market, ad)).toEqual({ state: 'sold', quantity: 1, sold_count: 3 })
    await anna.does((sql) => sql`select public.relist_listing(${ad})`)
    expect(await remainingUnits(market, ad)).toEqual({ state: 'active', quantity: 1, sold_count: 2 })
  }))

test('each of several items has its own deal; the ad is reserved only when all are promised', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, dora, ad } = await createMarketDay(market, { quantity: 2 })
    const [bens, cleos, doras] = [
      await verbs.offers(ben, ad, 10_000),
      await verbs.offers(cleo, ad, 11_000),
      await verbs.offers(dora, ad, 11_500),
    ]
    const first = await verbs.accepts(anna, bens.id)
    expect(await remainingUnits(market, ad)).toMatchObject({ state: 'active', quantity: 2 })
    // The ad can neither be deleted, nor its quantity reduced below what is promised.
    expect((await anna.isRefused((sql) => sql`select public.delete_listing(${ad})`)).code).toBe('SK321')
    const second = await verbs.accepts(anna, cleos.id)
    expect(await remainingUnits(market, ad)).toMatchObject({ state: 'reserved', quantity: 2 })
    expect((await anna.isRefused((sql) => sql`select public.accept_offer(${doras.id})`)).code).toBe('SK334')
    expect((await anna.isRefused((sql) => sql`select public.mark_listing_sold(${ad})`)).code).toBe('SK321')
    const fewer = await anna.isRefused((sql) => sql`update public.listings set quantity = 1 where id = ${ad}`)
    expect(fewer.message).toBe('You’ve promised more than that in open deals. Complete or cancel them first.')
    await verbs.hasIt(ben, first.id)
    expect(await remainingUnits(market, ad)).toEqual({ state: 'reserved', quantity: 1, sold_count: 1 })
    await verbs.cancels(cleo, second.id)
    expect(await remainingUnits(market, ad)).toEqual({ state: 'active', quantity: 1, sold_count: 1 })
  }))

test('a quantity is 1 to 999, and for sales only', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const wanted = await market.draftOf(anna, { type: 'wanted', quantity: 5 })
    expect(await remainingUnits(market, wanted)).toMatchObject({ quantity: 1 })
    for (const quantity of [0, 1000]) {
      const refused = await anna.isRefused(
        (sql) => sql`update public.listings set quantity = ${quantity} where id = ${ad}`,
      )
      expect(refused.code).toBe('23514')
    }
    await anna.does((sql) => sql`update public.listings set quantity = 999 where id = ${ad}`)
    await ben.does((sql) => sql`update public.listings set quantity = 1 where id = ${ad}`)
    const seen = [
      await market.visitor.does((sql) => sql`select quantity from public.listings where id = ${ad}`),
      await anna.does((sql) => sql`select quantity from public.my_listings where id = ${ad}`),
    ]
    expect(seen).toEqual([[{ quantity: 999 }], [{ quantity: 999 }]])
    const talk = await market.talkAbout(ad, ben)
    expect((await anna.isRefused((sql) => sql`select public.reserve_for(${talk})`)).code).toBe('SK355')
  }))
