import { expect, test } from 'vitest'
import { onMarket } from './database.ts'
import { createMarketDay, verbs } from './market-day.ts'

test('during a vacation ads stay, offers are paused and messages arrive; it ends automatically', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    await anna.does((sql) => sql`select public.set_vacation(current_date, current_date + 7, 'By the sea')`)
    const seen = await market.visitor.does(
      (sql) => sql`
        select away_until - current_date as days, away_note from public.sellers seller
        join public.listings ad on ad.seller_id = seller.id and ad.state = 'active' where ad.id = ${ad}`,
    )
    expect(seen).toEqual([{ days: 7, away_note: 'By the sea' }])
    const refused = await ben.isRefused(
      (sql) => sql`select public.make_offer(10000, gen_random_uuid(), listing_id => ${ad})`,
    )
    expect(refused).toMatchObject({
      code: 'SK421',
      message: 'This person is away, so offers are paused. Save the ad or send a message.',
    })
    expect(await market.talkAbout(ad, ben)).toBeTruthy()
    // A week later, without any action.
    await market.owner`update public.sellers set away_from = current_date - 7, away_until = current_date where id = ${anna.id}`
    expect((await verbs.offers(cleo, ad, 10_000)).state).toBe('pending')
  }))

test('messages during a vacation do not count for the response figures, even afterwards', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    await market.talkAbout(ad, ben)
    await market.owner`update public.conversations set created_at = now() - interval '3 days' where listing_id = ${ad}`
    const counted = () => market.owner`select conversation_id from private.counted_first_messages(${anna.id})`
    expect(await counted()).toHaveLength(1)
    await market.owner`insert into private.vacations values (${anna.id}, current_date - 5, current_date - 1)`
    expect(await counted()).toHaveLength(0)
    await anna.does((sql) => sql`select public.set_vacation(current_date, current_date + 2)`)
    await anna.does((sql) => sql`select public.end_vacation()`)
    expect(
      await market.owner`select count(*)::int as kept from private.vacations where seller_id = ${anna.id}`,
    ).toEqual([{ kept: 1 }])
    expect(await anna.does((sql) => sql`select away_until from public.sellers where id = ${anna.id}`)).toEqual([
      { away_until: null },
    ])
  }))

test('a vacation ends after it starts, within half a year, and has no contact details', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const refusals = [
      await anna.isRefused((sql) => sql`select public.set_vacation(current_date, current_date)`),
      await anna.isRefused((sql) => sql`select public.set_vacation(current_date, current_date + 181)`),
      await anna.isRefused(
        (sql) => sql`select public.set_vacation(current_date, current_date + 3, 'Call 912 345 678')`,
      ),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(['SK417', 'SK418', 'SK420'])
    expect((await market.visitor.isRefused((sql) => sql`select public.end_vacation()`)).code).toBe('42501')
    const direct = await anna.isRefused((sql) => sql`update public.sellers set away_until = current_date + 9`)
    expect(direct.code).toBe('42501')
  }))
