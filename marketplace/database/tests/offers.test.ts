import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onMarket } from './database.ts'
import { createMarketDay, verbs } from './market-day.ts'

const { offers, offersInTalk, counters, accepts, declines, withdraws } = verbs

test('an offer opens the conversation as a message, is broadcast, and notifies the other person', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000, undefined, 'I could come today')
    expect(offer).toMatchObject({ state: 'pending', amount_minor: 10_000, by_role: 'buyer' })
    const seen = await anna.does(
      (sql) => sql`select kind, body, payload ->> 'offer_id' as offer, payload ->> 'amount_minor' as amount
        from public.messages where conversation_id = ${offer.conversation_id}`,
    )
    expect(seen).toEqual([{ kind: 'offer', body: 'I could come today', offer: offer.id, amount: '10000' }])
    const told = await anna.does(
      (sql) => sql`select kind, payload ->> 'amount_minor' as amount from public.notifications`,
    )
    expect(told).toEqual([{ kind: 'offer_received', amount: '10000' }])
    const live = await market.owner`select event from realtime.messages
      where topic = ${`conversation:${offer.conversation_id}`} and private order by event`
    expect(live.map(({ event }) => event)).toEqual(['message', 'offer'])
  }))

test('only the other person can answer an offer, and only its author can withdraw it', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    for (const [verb, code, message] of [
      ['accept_offer', 'SK322', 'This is your own offer. The other person has to accept it.'],
      ['decline_offer', 'SK338', 'This is your own offer. Withdraw it instead.'],
    ] as const) {
      const refusal = await ben.isRefused((sql) => sql`select * from ${sql(`public.${verb}`)}(${offer.id})`)
      expect(refusal).toMatchObject({ code, message })
    }
    const own = await ben.isRefused((sql) => sql`select public.counter_offer(${offer.id}, 9000, ${randomUUID()})`)
    expect(own.code).toBe('SK335')
    expect((await anna.isRefused((sql) => sql`select public.withdraw_offer(${offer.id})`)).code).toBe('SK339')

    const counter = await counters(anna, offer.id, 11_000)
    expect(counter).toMatchObject({ state: 'pending', by_role: 'seller', counters_id: offer.id })
    expect((await declines(ben, counter.id)).state).toBe('declined')
    const second = await offers(ben, ad, 10_500)
    expect((await withdraws(ben, second.id)).state).toBe('withdrawn')
    const third = await offersInTalk(ben, offer.conversation_id, 10_600)
    expect(await accepts(anna, third.id)).toMatchObject({ state: 'agreed', amount_minor: 10_600, buyer_id: ben.id })
  }))

test('a third person or visitor sees no offer or event, and cannot use its id', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    for (const person of [anna, ben]) {
      expect(await person.does((sql) => sql`select id from public.offers where id = ${offer.id}`)).toHaveLength(1)
      expect(
        await person.does((sql) => sql`select to_state from public.deal_events where offer_id = ${offer.id}`),
      ).toEqual([{ to_state: 'pending' }])
    }
    expect(await dora.does((sql) => sql`select id from public.offers where id = ${offer.id}`)).toEqual([])
    expect(await dora.does((sql) => sql`select id from public.deal_events where offer_id = ${offer.id}`)).toEqual([])
    for (const verb of ['accept_offer', 'decline_offer', 'withdraw_offer']) {
      expect((await dora.isRefused((sql) => sql`select * from ${sql(`public.${verb}`)}(${offer.id})`)).code).toBe(
        'SK333',
      )
    }
    expect(
      (await dora.isRefused((sql) => sql`select public.counter_offer(${offer.id}, 11000, ${randomUUID()})`)).code,
    ).toBe('SK333')
    const intrusion = await dora.isRefused(
      (sql) => sql`select public.make_offer(9000, ${randomUUID()}, conversation_id => ${offer.conversation_id})`,
    )
    expect(intrusion.code).toBe('SK201')
    for (const table of ['offers', 'deal_events', 'deals']) {
      expect((await market.visitor.isRefused((sql) => sql`select id from ${sql(`public.${table}`)}`)).code).toBe(
        '42501',
      )
    }
    expect((await market.visitor.isRefused((sql) => sql`select public.accept_offer(${offer.id})`)).code).toBe('42501')
    expect(
      (await market.visitor.isRefused((sql) => sql`select public.make_offer(1, ${randomUUID()}, ${ad})`)).code,
    ).toBe('42501')
  }))

test('offers, events and their messages can only be written through the functions', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const { id, conversation_id } = await offers(ben, ad, 10_000)
    const refusals = [
      await anna.isRefused((sql) => sql`update public.offers set state = 'accepted' where id = ${id}`),
      await ben.isRefused((sql) => sql`update public.offers set amount_minor = 1 where id = ${id}`),
      await ben.isRefused((sql) => sql`delete from public.offers where id = ${id}`),
      await ben.isRefused(
        (
          sql,
        ) => sql`insert into public.offers (conversation_id, listing_id, from_id, by_role, amount_minor, currency, client_id)
          values (${conversation_id}, ${ad}, ${anna.id}, 'seller', 1, 'EUR', ${randomUUID()})`,
      ),
      await ben.isRefused((sql) => sql`delete from public.deal_events where offer_id = ${id}`),
      await ben.isRefused(
        (sql) =>
          sql`insert into public.messages (conversation_id, kind, payload) values (${conversation_id}, 'offer', '{"amount_minor": 1}')`,
      ),
      await ben.isRefused((sql) => sql`select private.expire_offers()`),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(Array(7).fill('42501'))
  }))

test("only one offer is open at a time: the user's own is replaced, the other user's must be answered", () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const first = await offers(ben, ad, 10_000)
    const second = await offers(ben, ad, 10_200)
    const states = () => ben.does((sql) => sql`select amount_minor, state from public.offers order by amount_minor`)
    expect(await states()).toEqual([
      { amount_minor: 10_000, state: 'superseded' },
      { amount_minor: 10_200, state: 'pending' },
    ])
    const refusal = await anna.isRefused(
      (sql) => sql`select public.make_offer(11000, ${randomUUID()}, conversation_id => ${first.conversation_id})`,
    )
    expect(refusal).toMatchObject({
      code: 'SK346',
      message: 'There’s already an open offer. Accept, counter or decline it.',
    })
    expect((await anna.isRefused((sql) => sql`select public.accept_offer(${first.id})`)).message).toBe(
      'This offer is no longer valid.',
    )
    await declines(anna, second.id)
    expect(await offersInTalk(anna, first.conversation_id, 11_000)).toMatchObject({
      by_role: 'seller',
      state: 'pending',
    })
  }))

test('a buyer has three offers per ad, and sees how many are left', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const left = async () =>
      (await ben.does((sql) => sql<{ terms: Record<string, unknown> }[]>`select public.offer_terms(${ad}) as terms`))[0]
        ?.terms
    expect(await left()).toEqual({
      price_minor: 12_000,
      currency: 'EUR',
      floor_minor: 6_000,
      tries: 3,
      tries_left: 3,
      open: null,
    })
    const first = await offers(ben, ad, 7_000)
    expect(await left()).toMatchObject({ tries_left: 2, open: { id: first.id, amount_minor: 7_000, mine: true } })
    const counter = await counters(anna, first.id, 11_000)
    const second = await counters(ben, counter.id, 8_000)
    await declines(anna, second.id)
    await offers(ben, ad, 9_000)
    expect(await left()).toMatchObject({ tries_left: 0 })
    const refusal = await ben.isRefused((sql) => sql`select public.make_offer(9500, ${randomUUID()}, ${ad})`)
    expect(refusal.code).toBe('SK341')
    expect(refusal.message).toMatch(/^You’ve used your three offers/)
  }))

test('an offer is neither below the seller’s minimum nor above the asking price', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const tries = (amount: number) =>
      ben.isRefused((sql) => sql`select public.make_offer(${amount}, ${randomUUID()}, ${ad})`)
    expect(await tries(5_999)).toMatchObject({ code: 'SK352', message: 'The minimum offer is €60.' })
    expect(await tries(12_001)).toMatchObject({
      code: 'SK351',
      message: 'The asking price is €120. Offer that or less.',
    })
    expect((await tries(0)).message).toBe('Enter an amount.')
    const { id } = await offers(ben, ad, 6_000)
    const above = await anna.isRefused((sql) => sql`select public.counter_offer(${id}, 12001, ${randomUUID()})`)
    expect(above.message).toBe('Your price is €120. A counter-offer can’t be higher.')
    const below = await anna.isRefused((sql) => sql`select public.counter_offer(${id}, 6000, ${randomUUID()})`)
    expect(below.message).toBe('Their offer is already as good or better for you. Accept it instead.')

    await anna.does((sql) => sql`update public.listings set offer_floor_pct = 90 where id = ${ad}`)
    expect((await tries(10_000)).message).toBe('The minimum offer is €108.')
    expect(
      await ben.does((sql) => sql`update public.listings set offer_floor_pct = 0 where id = ${ad} returning id`),
    ).toEqual([])
    const broken = await anna.isRefused((sql) => sql`update public.listings set offer_floor_pct = 101 where id = ${ad}`)
    expect(broken.code).toBe('23514')
  }))

test('under a wanted ad an offer may exceed the price, and the author of the ad pays', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market, { type: 'wanted', condition: null })
    const deal = await accepts(anna, (await offers(ben, ad, 15_000)).id)
    expect(deal).toMatchObject({ buyer_id: anna.id, seller_id: ben.id, amount_minor: 15_000 })
  }))

test('nobody can make an offer on their own ad, or on an unavailable one', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const tries = (who: typeof ben, on: string) =>
      who.isRefused((sql) => sql`select public.make_offer(10000, ${randomUUID()}, ${on})`)
    expect((await tries(anna, ad)).message).toBe('You can’t make an offer on your own ad.')
    await anna.does((sql) => sql`select public.reserve_listing(${ad})`)
    expect((await tries(ben, ad)).message).toMatch(/^This item is reserved/)
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
    expect((await tries(ben, ad)).code).toBe('SK108')
    expect((await tries(ben, randomUUID())).code).toBe('SK210')
    expect((await tries(ben, await market.draftOf(anna))).code).toBe('SK210')
  }))

test('offers and counter-offers are idempotent', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const [tap, counterTap] = [randomUUID(), randomUUID()]
    const first = await offers(ben, ad, 10_000, tap)
    expect(await offers(ben, ad, 10_000, tap)).toEqual(first)
    const counter = await counters(anna, first.id, 11_000, counterTap)
    expect(await counters(anna, first.id, 11_000, counterTap)).toEqual(counter)
    const deal = await accepts(ben, counter.id)
    expect(await accepts(ben, counter.id)).toEqual(deal)
    const said = await market.owner`select kind, count(*)::int from public.messages
      where conversation_id = ${first.conversation_id} and kind = 'offer' group by kind`
    expect(said).toEqual([{ kind: 'offer', count: 2 }])
    expect(await market.owner`select id from public.deals where listing_id = ${ad}`).toHaveLength(1)
  }))

test('an offer expires after 48 hours: immediately for readers, stored by the job or the next action', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    const [life] =
      await market.owner`select extract(epoch from expires_at - created_at)::int as seconds from public.offers where id = ${offer.id}`
    expect(life).toEqual({ seconds: 48 * 3600 })
    await market.owner`update public.offers set expires_at = now() - interval '1 second' where id = ${offer.id}`
    const read = await ben.does(
      (sql) =>
        sql`select state, current_state from public.offers, lateral public.current_state(offers) where id = ${offer.id}`,
    )
    expect(read).toEqual([{ state: 'pending', current_state: 'expired' }])
    const late = await anna.isRefused((sql) => sql`select public.accept_offer(${offer.id})`)
    expect(late).toMatchObject({ code: 'SK334', message: 'This offer has expired. Offers last 48 hours.' })
    await market.owner`select private.expire_offers()`
    expect(await ben.does((sql) => sql`select state from public.offers where id = ${offer.id}`)).toEqual([
      { state: 'expired' },
    ])
    expect(await ben.does((sql) => sql`select kind from public.notifications where kind like 'offer%'`)).toEqual([
      { kind: 'offer_expired' },
    ])
    // A new offer is possible: the expired one does not block it.
    expect((await offers(ben, ad, 10_100)).state).toBe('pending')
    expect((await offers(cleo, ad, 10_100)).state).toBe('pending')
  }))

test('open offers end when their ad becomes unavailable', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    await anna.does((sql) => sql`select public.pause_listing(${ad})`)
    expect((await anna.isRefused((sql) => sql`select public.accept_offer(${offer.id})`)).code).toBe('SK334')
    expect(await ben.does((sql) => sql`select state from public.offers where id = ${offer.id}`)).toEqual([
      { state: 'superseded' },
    ])
  }))

test('nothing can be agreed in a locked conversation', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    await market.owner`update public.conversations set state = 'locked' where id = ${offer.conversation_id}`
    expect((await anna.isRefused((sql) => sql`select public.accept_offer(${offer.id})`)).code).toBe('SK343')
    expect((await ben.isRefused((sql) => sql`select public.make_offer(11000, ${randomUUID()}, ${ad})`)).code).toBe(
      'SK343',
    )
  }))

test('a new account can open five conversations a day by offers', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const newcomer = await market.person('Ben')
    for (let count = 0; count < 5; count++) await offers(newcomer, await market.adOf(anna), 10_000)
    const sixth = await market.adOf(anna)
    expect(
      (await newcomer.isRefused((sql) => sql`select public.make_offer(10000, ${randomUUID()}, ${sixth})`)).code,
    ).toBe('SK502')
  }))
