import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { createMarketDay, verbs } from './market-day.ts'

const stateOf = async ({ owner }: Market, ad: string) =>
  (await owner<{ state: string }[]>`select state from public.listings where id = ${ad}`)[0]?.state

const systemLines = async (person: Person, talk: string) => {
  const rows = await person.does(
    (sql) => sql<{ body: string }[]>`
      select body from public.messages where conversation_id = ${talk} and kind = 'system' order by body`,
  )
  return rows.map(({ body }) => body)
}

const notificationsOf = async ({ owner }: Market, person: Person) => {
  const rows = await owner<{ kind: string }[]>`
    select kind from public.notifications where user_id = ${person.id} and kind <> 'message' order by kind`
  return rows.map(({ kind }) => kind)
}

async function spreadNews({ owner }: Market): Promise<void> {
  await owner`delete from private.listing_news where created_at < now()`
  for (let isMore = true; isMore; ) {
    const [row] = await owner<{ told: boolean }[]>`select private.fan_out_listing_news() as told`
    isMore = row?.told ?? false
  }
}

const saveAd = (person: Person, ad: string) =>
  person.does((sql) => sql`insert into public.favorites (listing_id) values (${ad})`)
const reserveAd = (person: Person, talk: string) => person.does((sql) => sql`select public.reserve_for(${talk})`)
const sellAd = (person: Person, talk: string) => person.does((sql) => sql`select public.sell_to(${talk})`)

test('a seller reserves an ad for a buyer of a conversation, once, and only that buyer is notified', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, dora, ad } = await createMarketDay(market)
    const [bens, cleos] = [await market.talkAbout(ad, ben), await market.talkAbout(ad, cleo)]
    await reserveAd(anna, bens)
    await reserveAd(anna, bens)
    expect(await stateOf(market, ad)).toBe('reserved')
    expect(await systemLines(ben, bens)).toEqual(['listing_reserved_for'])
    expect(await systemLines(cleo, cleos)).toEqual(['listing_reserved'])
    expect(await notificationsOf(market, ben)).toEqual(['reserved_for_you'])
    const second = await anna.isRefused((sql) => sql`select public.reserve_for(${cleos})`)
    expect(second).toMatchObject({
      code: 'SK354',
      message: 'This is reserved for someone else. Cancel that reservation first.',
    })
    const seenBy = (person: Person) => person.does((sql) => sql`select state from public.reservations`)
    expect(await Promise.all([seenBy(anna), seenBy(ben)])).toEqual([[{ state: 'held' }], [{ state: 'held' }]])
    expect(await seenBy(dora)).toEqual([])
    expect((await market.visitor.isRefused((sql) => sql`select * from public.reservations`)).code).toBe('42501')
    expect((await ben.isRefused((sql) => sql`select public.reserve_for(${bens})`)).status).toBe(404)
    expect((await ben.isRefused((sql) => sql`update public.reservations set state = 'sold'`)).code).toBe('42501')
  }))

test('the reservation ends when the ad is available again, and the buyer is notified', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    const [bens, cleos] = [await market.talkAbout(ad, ben), await market.talkAbout(ad, cleo)]
    await reserveAd(anna, bens)
    await anna.does((sql) => sql`select public.unreserve_listing(${ad})`)
    expect(await notificationsOf(market, ben)).toEqual(['reservation_ended', 'reserved_for_you'])
    await reserveAd(anna, cleos)
    expect(await notificationsOf(market, cleo)).toEqual(['reserved_for_you'])
  }))

test('a seller marks an ad as sold to the person of a conversation, and can take it back', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    const [bens, cleos] = [await market.talkAbout(ad, ben), await market.talkAbout(ad, cleo)]
    await reserveAd(anna, cleos)
    await sellAd(anna, bens)
    await sellAd(anna, bens)
    expect(await stateOf(market, ad)).toBe('sold')
    expect(await systemLines(ben, bens)).toEqual(['listing_reserved', 'listing_sold_to'])
    expect(await notificationsOf(market, ben)).toEqual(['sold_to_you'])
    expect(await notificationsOf(market, cleo)).toEqual(['reservation_ended', 'reserved_for_you'])
    const again = await anna.isRefused((sql) => sql`select public.sell_to(${cleos})`)
    expect(again.message).toBe('This ad is already marked as sold.')
    await anna.does((sql) => sql`select public.relist_listing(${ad})`)
    await sellAd(anna, cleos)
    expect(await stateOf(market, ad)).toBe('sold')
  }))

test('an open deal blocks reserving and selling to others; a reservation still allows a deal with its person', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    const [bens, cleos] = [await market.talkAbout(ad, ben), await market.talkAbout(ad, cleo)]
    await reserveAd(anna, bens)
    expect(
      (
        await cleo.isRefused(
          (sql) => sql`
      select public.make_offer(10000, gen_random_uuid(), conversation_id => ${cleos})`,
        )
      ).code,
    ).toBe('SK109')
    const offer = await verbs.offersInTalk(ben, bens, 10_000)
    await verbs.accepts(anna, offer.id)
    const refusal = 'This ad has an open deal. Complete or cancel it first.'
    expect((await anna.isRefused((sql) => sql`select public.sell_to(${cleos})`)).message).toBe(refusal)
    expect((await anna.isRefused((sql) => sql`select public.reserve_for(${cleos})`)).message).toBe(refusal)
  }))

test('a saver who gets the ad is notified of the deal or reservation, not that it went to another buyer', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    await saveAd(ben, ad)
    await saveAd(cleo, ad)
    const offer = await verbs.offers(ben, ad, 10_000)
    const deal = await verbs.accepts(anna, offer.id)
    await spreadNews(market)
    expect(await notificationsOf(market, cleo)).toEqual(['favorite_reserved'])
    expect(await notificationsOf(market, ben)).toEqual(['offer_accepted'])
    await verbs.hasIt(ben, deal.id)
    await spreadNews(market)
    expect(await notificationsOf(market, cleo)).toEqual(['favorite_reserved', 'favorite_sold'])
    expect((await notificationsOf(market, ben)).filter((kind) => kind.startsWith('favorite'))).toEqual([])

    const other = await market.adOf(anna, { title: 'Floor lamp with a linen shade' })
    await saveAd(ben, other)
    await saveAd(cleo, other)
    await reserveAd(anna, await market.talkAbout(other, ben))
    await spreadNews(market)
    await anna.does((sql) => sql`select public.unreserve_listing(${other})`)
    await spreadNews(market)
    expect((await notificationsOf(market, ben)).filter((kind) => kind.startsWith('favorite'))).toEqual([])
    expect(await notificationsOf(market, cleo)).toEqual([
      'favorite_back',
      'favorite_reserved',
      'favorite_reserved',
      'favorite_sold',
    ])
  }))
