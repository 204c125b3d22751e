import { expect, test } from 'vitest'
import { settleDeals } from '../../jobs/settle-deals.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { jobContext } from './job-context.ts'
import { createDeal, createMarketDay, type Deal, verbs } from './market-day.ts'

const { offers, accepts, proposes, confirms, opensCode, entersCode, hasIt, ships, sends, cancels, missedThem } = verbs

const settleDue = (market: Market) => settleDeals.run(jobContext(market, async () => {}))

const stateOf = async ({ owner }: Market, ad: string) =>
  (await owner<{ state: string }[]>`select state from public.listings where id = ${ad}`)[0]?.state

test('accepting reserves the ad for 72 hours, opens the deal and supersedes all other offers immediately', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad } = await createMarketDay(market)
    const [bens, cleos] = [await offers(ben, ad, 10_000), await offers(cleo, ad, 11_000)]
    const deal = await accepts(anna, bens.id)
    expect(deal).toMatchObject({
      state: 'agreed',
      mode: 'meetup',
      buyer_id: ben.id,
      seller_id: anna.id,
      amount_minor: 10_000,
    })
    const [reserve] =
      await market.owner`select extract(epoch from reserved_until - now())::int as seconds from public.deals where id = ${deal.id}`
    expect(reserve).toEqual({ seconds: 72 * 3600 })
    expect(await stateOf(market, ad)).toBe('reserved')
    expect(await cleo.does((sql) => sql`select state from public.offers where id = ${cleos.id}`)).toEqual([
      { state: 'superseded' },
    ])
    const second = await anna.isRefused((sql) => sql`select public.accept_offer(${cleos.id})`)
    expect(second.code).toBe('SK334')
    const lines = await ben.does(
      (sql) =>
        sql`select body from public.messages where conversation_id = ${deal.conversation_id} and kind = 'system' order by body`,
    )
    // The deal implies the reservation, so only one line is written.
    expect(lines.map(({ body }) => body)).toEqual(['offer_accepted'])
    expect(await ben.does((sql) => sql`select kind from public.notifications where kind like 'offer%'`)).toEqual([
      { kind: 'offer_accepted' },
    ])
  }))

test('one person proposes time and place, the other confirms, which extends the reservation by a day', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await createDeal(market)
    await proposes(ben, deal.id, 90)
    const own = await ben.isRefused((sql) => sql`select public.confirm_meetup(${deal.id}, now() + interval '90 hours')`)
    expect(own.message).toBe('This is your own proposal. The other person has to confirm it.')
    const other = await anna.isRefused(
      (sql) => sql`select public.confirm_meetup(${deal.id}, now() + interval '91 hours')`,
    )
    expect(other.message).toBe('This proposal has changed. Check it again.')
    expect(await confirms(anna, deal.id, 90)).toMatchObject({
      state: 'scheduled',
      meet_place: 'Kiosk, Jardim da Estrela',
    })
    expect((await confirms(anna, deal.id, 90)).state).toBe('scheduled')
    const [until] =
      await market.owner`select extract(epoch from reserved_until - now())::int / 3600 as hours from public.deals where id = ${deal.id}`
    expect(until).toEqual({ hours: 114 })
    // A proposed change does not affect the agreed meet-up until it is confirmed.
    expect(await proposes(anna, deal.id, 95, 'Tram stop, Estrela')).toMatchObject({
      state: 'scheduled',
      meet_place: 'Kiosk, Jardim da Estrela',
      proposed_place: 'Tram stop, Estrela',
    })
    expect(await confirms(ben, deal.id, 95)).toMatchObject({ meet_place: 'Tram stop, Estrela', proposed_by: null })
    const cards = await anna.does(
      (sql) => sql`select payload ->> 'place' as place from public.messages where kind = 'meetup' order by 1`,
    )
    expect(cards.map(({ place }) => place)).toEqual(['Kiosk, Jardim da Estrela', 'Tram stop, Estrela'])
  }))

test('invalid times, places with contacts and closed conversations are refused; cancelling never is', () =>
  onMarket(async (market) => {
    const { ben, deal } = await createDeal(market)
    const refused = async (when: string, place: string) =>
      (await ben.isRefused((sql) => sql`select public.propose_meetup(${deal.id}, now() + ${when}::interval, ${place})`))
        .message
    expect(await refused('-1 minute', 'Kiosk')).toBe('Choose a time in the future.')
    expect(await refused('31 days', 'Kiosk')).toBe('Choose a time within the next 30 days.')
    expect(await refused('1 hour', ' ')).toBe('Enter a place to meet, in 2 to 120 characters.')
    for (const place of ['write to ben@example.com', 'see pay-here.com', 'call 912 345 678', 'https://a.b']) {
      expect(await refused('1 hour', place)).toBe(
        'Enter just the place, without links, email addresses or phone numbers.',
      )
    }
    expect((await proposes(ben, deal.id, 1, 'Rua de S. Bento 112, 1200-820 Lisboa')).state).toBe('agreed')
    await market.owner`update public.conversations set state = 'locked' where id = ${deal.conversation_id}`
    expect(await refused('2 hours', 'Kiosk')).toBe('This conversation is closed, so you can’t arrange a deal here.')
    expect((await cancels(ben, deal.id)).state).toBe('cancelled')
  }))

test('the buyer’s code completes the deal: the ad is sold at its price and counts for the price guide', () =>
  onMarket(async (market) => {
    const { anna, ben, ad, deal } = await createDeal(market)
    await proposes(anna, deal.id, 5)
    await confirms(ben, deal.id, 5)
    const early = await anna.isRefused((sql) => sql`select public.enter_handover_code(${deal.id}, '0000')`)
    expect(early.message).toMatch(/^The buyer hasn’t opened the code yet/)
    expect((await anna.isRefused((sql) => sql`select public.show_handover_code(${deal.id})`)).code).toBe('SK327')
    const code = await opensCode(ben, deal.id)
    expect(code).toMatch(/^\d{4}$/)
    expect(await ben.isRefused((sql) => sql`select public.enter_handover_code(${deal.id}, ${code})`)).toMatchObject({
      code: 'SK328',
      message: 'The seller enters the code. Show it to them once you have the item.',
    })

    const answer = await entersCode(anna, deal.id, code)
    expect(answer).toMatchObject({ accepted: true, deal: { state: 'completed' } })
    expect(
      await market.owner`select state, sold_price_minor, sold_channel from public.listings where id = ${ad}`,
    ).toEqual([{ state: 'sold', sold_price_minor: 10_000, sold_channel: 'here' }])
    expect(await market.owner`select from public.sold_comps where listing_id = ${ad}`).toEqual([])
    const log = await ben.does(
      (sql) => sql`select to_state from public.deal_events where deal_id = ${deal.id} order by id`,
    )
    expect(log.map(({ to_state }) => to_state)).toEqual(['agreed', 'scheduled', 'handed_over', 'completed'])
  }))

test('a deal has one code: it is the same each time the buyer opens it, and wrong tries stay counted', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await createDeal(market)
    const code = await opensCode(ben, deal.id)
    expect(await opensCode(ben, deal.id)).toBe(code)
    expect(await entersCode(anna, deal.id, code === '1234' ? '4321' : '1234')).toMatchObject({ tries_left: 4 })
    expect(await opensCode(ben, deal.id)).toBe(code)
    expect(await entersCode(anna, deal.id, code === '1234' ? '4321' : '1234')).toMatchObject({ tries_left: 3 })
    expect((await entersCode(anna, deal.id, code)).accepted).toBe(true)
  }))

test('five wrong codes invalidate it until the buyer opens another; the secret is unreadable', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await createDeal(market)
    const code = await opensCode(ben, deal.id)
    const wrong = code === '1234' ? '4321' : '1234'
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await entersCode(anna, deal.id, wrong)).toEqual({ accepted: false, tries_left: left })
    }
    const dead = await anna.isRefused((sql) => sql`select public.enter_handover_code(${deal.id}, ${code})`)
    expect(dead).toMatchObject({ code: 'SK330', message: 'Too many wrong codes. Ask the buyer for a new one.' })
    for (const person of [anna, ben]) {
      for (const table of ['handover_codes', 'handover_secret'])
        expect((await person.isRefused((sql) => sql`select from private.${sql(table)}`)).code).toBe('42501')
      const derived = await person.isRefused((sql) => sql`select private.handover_code(${deal.id}, 0::smallint)`)
      expect(derived.code).toBe('42501')
    }
    const next = await opensCode(ben, deal.id)
    expect(await opensCode(ben, deal.id)).toBe(next)
    expect((await entersCode(anna, deal.id, next)).accepted).toBe(true)
  }))

test("a thread lists a deal's events in chronological order, and the inbox shows the latest", () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await createDeal(market)
    const row = async () =>
      (
        await market.owner`select last_message_body as body, last_message_hint as hint from public.conversations
          where id = ${deal.conversation_id}`
      )[0]
    expect(await row()).toEqual({ body: '', hint: 'offer_accepted' })
    await proposes(anna, deal.id, 5)
    expect((await row())?.hint).toBe('meetup')
    await confirms(ben, deal.id, 5)
    expect(await row()).toEqual({ body: '', hint: 'meetup_confirmed' })
    await entersCode(anna, deal.id, await opensCode(ben, deal.id))
    expect(await row()).toEqual({ body: '', hint: 'deal_completed' })
    const said = await market.owner`select coalesce(body, kind) as what from public.messages
      where conversation_id = ${deal.conversation_id} order by created_at, id`
    expect(said.map(({ what }) => what)).toEqual([
      'offer',
      'offer_accepted',
      'meetup',
      'meetup_confirmed',
      'deal_completed',
    ])
    expect(
      (
        await market.owner`select distinct created_at from public.messages
      where conversation_id = ${deal.conversation_id}`
      ).length,
    ).toBe(said.length)
  }))

test('a receipt has a short number', () =>
  onMarket(async (market) => {
    const { deal } = await createDeal(market)
    const [kept] = await market.owner`select receipt_number from public.deals where id = ${deal.id}`
    expect(String(kept?.receipt_number)).toMatch(/^\d{4,8}$/)
  }))

test('a parcel is sent with its number, and confirmed by the buyer or after 14 days', () =>
  onMarket(async (market) => {
    const { anna, ben, ad, deal } = await createDeal(market, { delivery: 'both', ship_cost_minor: 450 })
    const pickup = await anna.isRefused(
      (sql) => sql`select public.mark_deal_shipped(${deal.id}, 'CTT', 'RR123456785PT')`,
    )
    expect(pickup.message).toBe('This deal is a meet-up. Switch to shipping first.')
    expect(await ships(ben, deal.id)).toMatchObject({ mode: 'ship', ship_cost_minor: 450 })
    expect(
      (await ben.isRefused((sql) => sql`select public.mark_deal_shipped(${deal.id}, 'CTT', 'RR123456785PT')`)).code,
    ).toBe('SK310')
    const nameless = await anna.isRefused((sql) => sql`select public.mark_deal_shipped(${deal.id}, 'CTT', '<b>')`)
    expect(nameless.message).toBe('Enter a tracking number of 4 to 60 letters and digits.')
    expect(await sends(anna, deal.id)).toMatchObject({ state: 'handed_over', tracking_number: 'RR 123 456 785 PT' })
    const underWay = await ben.isRefused((sql) => sql`select public.cancel_deal(${deal.id}, 'other')`)
    expect(underWay.message).toBe('The item is on its way, so you can’t cancel.')

    await market.owner`update public.deals set handed_over_at = now() - interval '13 days' where id = ${deal.id}`
    await settleDue(market)
    expect(
      await ben.does((sql) => sql`select kind from public.notifications where kind = 'deal_receipt_due'`),
    ).toHaveLength(1)
    expect((await stateOf(market, ad)) ?? '').toBe('reserved')
    await market.owner`update public.deals set handed_over_at = now() - interval '15 days' where id = ${deal.id}`
    await settleDue(market)
    expect(await stateOf(market, ad)).toBe('sold')

    const again = await createDeal(market, { delivery: 'ship' })
    expect(again.deal.mode).toBe('ship')
    await sends(again.anna, again.deal.id)
    expect((await again.anna.isRefused((sql) => sql`select public.confirm_deal_receipt(${again.deal.id})`)).code).toBe(
      'SK331',
    )
    expect((await hasIt(again.ben, again.deal.id)).state).toBe('completed')
    expect((await hasIt(again.ben, again.deal.id)).state).toBe('completed')
  }))

test('either person can cancel, and the ad is available again immediately', () =>
  onMarket(async (market) => {
    const first = await createDeal(market)
    const vague = await first.ben.isRefused((sql) => sql`select public.cancel_deal(${first.deal.id}, 'because')`)
    expect(vague.code).toBe('SK009')
    expect(await cancels(first.ben, first.deal.id)).toMatchObject({
      state: 'cancelled',
      end_reason: 'changed_mind',
      ended_by: first.ben.id,
    })
    expect(await stateOf(market, first.ad)).toBe('active')
    expect(
      (await first.anna.isRefused((sql) => sql`select public.cancel_deal(${first.deal.id}, 'other')`)).message,
    ).toBe('This deal was cancelled.')
    // Another buyer can reserve it now, and the seller can cancel too.
    const next = await accepts(first.anna, (await offers(first.cleo, first.ad, 11_000)).id)
    expect(next.buyer_id).toBe(first.cleo.id)
    expect((await cancels(first.anna, next.id, 'other')).state).toBe('cancelled')
    expect(
      await first.cleo.does((sql) => sql`select kind from public.notifications where kind = 'deal_cancelled'`),
    ).toHaveLength(1)
  }))

test('an expired reservation frees the ad, by the job or by an earlier action', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, ad, deal } = await createDeal(market)
    const runOut = (id: string) =>
      market.owner`update public.deals set reserved_until = now() - interval '1 second' where id = ${id}`
    await settleDue(market)
    expect(await stateOf(market, ad)).toBe('reserved')
    await runOut(deal.id)
    await settleDue(market)
    expect(await stateOf(market, ad)).toBe('active')
    expect(await ben.does((sql) => sql<Deal[]>`select * from public.deals where id = ${deal.id}`)).toMatchObject([
      { state: 'cancelled', end_reason: 'ran_out', ended_by: null },
    ])
    const next = await accepts(anna, (await offers(ben, ad, 10_100)).id)
    await runOut(next.id)
    expect((await offers(cleo, ad, 11_000)).state).toBe('pending')
    expect(
      (await anna.isRefused((sql) => sql`select public.propose_meetup(${next.id}, now() + interval '1 hour', 'Kiosk')`))
        .message,
    ).toBe('The reservation ran out, so the deal is off.')
  }))

test('an ad that expires while reserved does not become available again', () =>
  onMarket(async (market) => {
    const { anna, ad, deal } = await createDeal(market)
    await market.owner`update public.listings set expires_at = now() - interval '1 day' where id = ${ad}`
    await market.owner`select public.expire_listings()`
    expect(await stateOf(market, ad)).toBe('reserved')
    await cancels(anna, deal.id)
    expect(await stateOf(market, ad)).toBe('expired')
  }))

test('a no-show can be reported after 15 minutes, is counted, and frees the ad', () =>
  onMarket(async (market) => {
    const { anna, ben, ad, deal } = await createDeal(market)
    const unset = await ben.isRefused((sql) => sql`select public.report_no_show(${deal.id})`)
    expect(unset.message).toBe('You haven’t agreed a meet-up yet.')
    await proposes(anna, deal.id, 1)
    await confirms(ben, deal.id, 1)
    const early = await ben.isRefused((sql) => sql`select public.report_no_show(${deal.id})`)
    expect(early.message).toBe('Wait 15 minutes after the agreed time.')
    await market.owner`update public.deals set meet_at = now() - interval '16 minutes' where id = ${deal.id}`
    expect(await missedThem(ben, deal.id)).toMatchObject({ state: 'no_show', no_show_by: anna.id, ended_by: ben.id })
    expect(await stateOf(market, ad)).toBe('active')
    const facts = await market.visitor.does(
      (sql) =>
        sql`select id, deal_count, no_show_count from public.sellers where id in (${anna.id}, ${ben.id}) order by no_show_count`,
    )
    expect(facts).toEqual([
      { id: ben.id, deal_count: 1, no_show_count: 0 },
      { id: anna.id, deal_count: 1, no_show_count: 1 },
    ])
  }))

test('both are reminded a day and two hours before the meet-up, once each', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await createDeal(market)
    await proposes(anna, deal.id, 20)
    await confirms(ben, deal.id, 20)
    const reminders = async () => {
      await settleDue(market)
      await settleDue(market)
      const told = await market.owner`select user_id from public.notifications
        where kind = 'meetup_soon' and payload ->> 'deal_id' = ${deal.id}`
      return told.map(({ user_id }) => user_id).sort()
    }
    expect(await reminders()).toEqual([anna.id, ben.id].sort())
    await market.owner`update public.deals set meet_at = now() + interval '90 minutes' where id = ${deal.id}`
    expect(await reminders()).toEqual([anna.id, anna.id, ben.id, ben.id].sort())
  }))

test('a promised ad cannot be sold, paused or deleted; hiding it by moderation ends the deal', () =>
  onMarket(async (market) => {
    const { anna, ad, deal } = await createDeal(market)
    for (const verb of ['mark_listing_sold', 'pause_listing', 'unreserve_listing', 'delete_listing']) {
      expect(await anna.isRefused((sql) => sql`select * from ${sql(`public.${verb}`)}(${ad})`)).toMatchObject({
        code: 'SK321',
        message: 'This ad has an open deal. Complete or cancel it first.',
      })
    }
    await market.owner`update public.listings set state = 'hidden', state_before = 'reserved', state_reason = '"A copy of a brand."' where id = ${ad}`
    expect(await market.owner`select state, end_reason from public.deals where id = ${deal.id}`).toEqual([
      { state: 'cancelled', end_reason: 'ad_removed' },
    ])
    expect(await stateOf(market, ad)).toBe('hidden')
  }))

test('a third person cannot see or change a deal, and deals change only through functions', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, deal } = await createDeal(market)
    for (const person of [anna, ben]) {
      expect(await person.does((sql) => sql`select id from public.deals where id = ${deal.id}`)).toHaveLength(1)
    }
    expect(await dora.does((sql) => sql`select id from public.deals where id = ${deal.id}`)).toEqual([])
    const refusals = [
      await dora.isRefused((sql) => sql`select public.propose_meetup(${deal.id}, now() + interval '1 hour', 'Kiosk')`),
      await dora.isRefused((sql) => sql`select public.confirm_meetup(${deal.id}, now())`),
      await dora.isRefused((sql) => sql`select public.show_handover_code(${deal.id})`),
      await dora.isRefused((sql) => sql`select public.enter_handover_code(${deal.id}, '0000')`),
      await dora.isRefused((sql) => sql`select public.confirm_deal_receipt(${deal.id})`),
      await dora.isRefused((sql) => sql`select public.choose_shipping(${deal.id})`),
      await dora.isRefused((sql) => sql`select public.mark_deal_shipped(${deal.id}, 'CTT', 'RR123456785PT')`),
      await dora.isRefused((sql) => sql`select public.cancel_deal(${deal.id}, 'other')`),
      await dora.isRefused((sql) => sql`select public.report_no_show(${deal.id})`),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(Array(9).fill('SK325'))
    const writes = [
      await ben.isRefused((sql) => sql`update public.deals set amount_minor = 1 where id = ${deal.id}`),
      await anna.isRefused((sql) => sql`update public.deals set state = 'completed' where id = ${deal.id}`),
      await anna.isRefused((sql) => sql`delete from public.deals where id = ${deal.id}`),
      await anna.isRefused((sql) => sql`select private.complete_deal(${deal.id}, ${anna.id})`),
      await anna.isRefused((sql) => sql`select private.expire_deals()`),
      await market.visitor.isRefused((sql) => sql`select public.confirm_deal_receipt(${deal.id})`),
    ]
    expect(writes.map(({ code }) => code)).toEqual(Array(6).fill('42501'))
  }))

test('a third person receives nothing on the conversation’s channel', () =>
  onMarket(async (market) => {
    const { anna, dora, deal } = await createDeal(market)
    const topic = `conversation:${deal.conversation_id}`
    const hears = (person: typeof anna) =>
      person.does(async (sql) => {
        await sql`select set_config('realtime.topic', ${topic}, true)`
        return sql`select event from realtime.messages where topic = ${topic} and event in ('offer', 'deal')`
      })
    expect((await hears(anna)).map(({ event }) => event)).toContain('deal')
    expect(await hears(dora)).toEqual([])
  }))

test('a free item is requested without an amount, reserved for one person and handed over by code', () =>
  onMarket(async (market) => {
    const free = { type: 'free', price_minor: 0, price_type: 'free' }
    const { anna, ben, cleo, dora, ad } = await createMarketDay(market, free)
    const money = await ben.isRefused((sql) => sql`select public.make_offer(500, gen_random_uuid(), ${ad})`)
    expect(money.message).toBe('This item is free. Ask for it without an amount.')
    const [bens, cleos] = [await offers(ben, ad, 0), await offers(cleo, ad, 0)]
    const counter = await anna.isRefused((sql) => sql`select public.counter_offer(${bens.id}, 0, gen_random_uuid())`)
    expect(counter.message).toBe('This item is free. Accept or decline.')
    const pushed = await anna.isRefused(
      (sql) => sql`select public.make_offer(0, gen_random_uuid(), conversation_id => ${cleos.conversation_id})`,
    )
    expect(pushed.code).toBe('SK346')
    expect(await dora.isRefused((sql) => sql`select public.accept_offer(${bens.id})`)).toMatchObject({ code: 'SK333' })

    const deal = await accepts(anna, bens.id)
    expect(deal).toMatchObject({ state: 'agreed', buyer_id: ben.id, amount_minor: 0 })
    expect(await stateOf(market, ad)).toBe('reserved')
    expect(await cleo.does((sql) => sql`select state from public.offers where id = ${cleos.id}`)).toEqual([
      { state: 'superseded' },
    ])
    const answer = await entersCode(anna, deal.id, await opensCode(ben, deal.id))
    expect(answer).toMatchObject({ accepted: true, deal: { state: 'completed', amount_minor: 0 } })
    expect(await stateOf(market, ad)).toBe('sold')
    // Giving away an item must not affect prices.
    expect(await market.owner`select from public.sold_comps where listing_id = ${ad}`).toHaveLength(0)
  }))

test('accepting fails if the ad changed from sale to free after the offer, or vice versa', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    await anna.does(
      (sql) => sql`update public.listings set type = 'free', price_minor = 0, price_type = 'free' where id = ${ad}`,
    )
    const yes = await anna.isRefused((sql) => sql`select public.accept_offer(${offer.id})`)
    expect(yes.message).toContain('has changed since this offer')
  }))

test('the dashboard shows each person their pending offers, deals and reviews only', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, deal } = await createDeal(market)
    const waits = async (person: typeof anna) => {
      const [row] = await person.does(
        (sql) =>
          sql<
            { todo: { kind: string; deal_id?: string; from?: string }[] }[]
          >`select public.my_dashboard() -> 'todo' as todo`,
      )
      // The conversation is unread as well, which is irrelevant here.
      return row?.todo.filter(({ kind }) => kind !== 'unread_conversation').map(({ kind }) => kind)
    }
    expect(await waits(anna)).toEqual(['deal_arrange'])
    expect(await waits(ben)).toEqual(['deal_arrange'])
    await proposes(ben, deal.id, 2)
    expect([await waits(anna), await waits(ben)]).toEqual([['deal_confirm'], []])
    await confirms(anna, deal.id, 2)
    expect([await waits(anna), await waits(ben)]).toEqual([[], []])
    await market.owner`update public.deals set meet_at = now() - interval '1 hour' where id = ${deal.id}`
    expect([await waits(anna), await waits(ben)]).toEqual([['deal_finish'], ['deal_finish']])
    await hasIt(ben, deal.id)
    expect([await waits(anna), await waits(ben)]).toEqual([['review_due'], ['review_due']])
    await anna.does((sql) => sql`select public.write_review(${deal.id}, 5)`)
    expect([await waits(anna), await waits(ben), await waits(dora)]).toEqual([[], ['review_due'], []])
  }))

/** How many offers to answer, open deals and orders the dashboard counts. */
async function openFor(person: Person): Promise<number | undefined> {
  const [row] = await person.does(
    (sql) => sql<{ offers: number }[]>`select (public.my_dashboard() -> 'offers')::int as offers`,
  )
  return row?.offers
}

test('an offer about to expire is urgent for the person who has to answer', () =>
  onMarket(async (market) => {
    const { anna, ben, ad } = await createMarketDay(market)
    const offer = await offers(ben, ad, 10_000)
    await market.owner`update public.offers set expires_at = now() + interval '5 hours' where id = ${offer.id}`
    const first = async (person: typeof anna) =>
      (
        await person.does(
          (sql) => sql<{ kind: string | null }[]>`select public.my_dashboard() #>> '{todo,0,kind}' as kind`,
        )
      )[0]?.kind
    expect(await first(anna)).toBe('offer_ends')
    expect(await first(ben)).not.toBe('offer_ends')
    expect([await openFor(anna), await openFor(ben)]).toEqual([1, 0])
    await accepts(anna, offer.id)
    expect([await openFor(anna), await openFor(ben)]).toEqual([1, 1])
  }))
