import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { verbs } from './market-day.ts'
import {
  adState,
  books,
  createShop,
  orderOf,
  paid,
  passTime,
  pay,
  report,
  shipped,
  start,
  type ToPay,
  tasks,
} from './order-day.ts'

describe('starting an order', () => {
  test('reserves the ad, and returns the amount and the deadline', () =>
    onMarket(async (market) => {
      const { ben, cleo, ad } = await createShop(market)
      const order = await start(ben, [ad])
      expect(order).toMatchObject({ total_minor: 13_090, currency: 'EUR', fee_minor: 670 })
      expect(Date.parse(order.pay_by) - Date.now()).toBeGreaterThan(14 * 60_000)
      expect(await adState(market, ad)).toBe('reserved')
      // A double click returns the same order; another buyer is refused.
      expect((await start(ben, [ad])).order_id).toBe(order.order_id)
      const late = await cleo.isRefused((sql) => sql`select public.start_order(${sql.array([ad], 2950)}, 'ship')`)
      expect(late).toMatchObject({ code: 'SK109', status: 409 })
    }))

  test('is refused for unavailable ads, the user’s own ad, and a delivery option that is not offered', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createShop(market)
      const refusal = (person: Person, ads: readonly string[], delivery: string) =>
        person
          .isRefused((sql) => sql`select public.start_order(${sql.array([...ads], 2950)}, ${delivery})`)
          .then(({ code }) => code)
      expect(await refusal(market.visitor, [ad], 'ship')).toBe('42501')
      expect(await refusal(anna, [ad], 'ship')).toBe('SK362')
      expect(await refusal(ben, [ad], 'by pigeon')).toBe('SK009')
      expect(await refusal(ben, [], 'ship')).toBe('SK366')
      expect(await refusal(ben, [ad, ad], 'ship')).toBe('SK366')
      const atHome = await market.adOf(anna, { delivery: 'pickup' })
      expect(await refusal(ben, [atHome], 'ship')).toBe('SK364')
      const bens = await market.adOf(ben, { delivery: 'both' })
      expect(await refusal(await market.trusted(), [ad, bens], 'ship')).toBe('SK367')
      await market.owner`update public.sellers set away_from = current_date, away_until = current_date + 3 where id = ${anna.id}`
      expect(await refusal(ben, [ad], 'ship')).toBe('SK365')
      await market.owner`update private.order_settings set payments = 'off'`
      expect(await refusal(ben, [ad], 'ship')).toBe('SK361')
    }))

  test('several items of one seller share a parcel and a fee', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createShop(market)
      const other = await market.adOf(anna, { delivery: 'ship', price_minor: 8000, ship_cost_minor: 300 })
      const order = await start(ben, [ad, other])
      expect(order).toMatchObject({ items_minor: 20_000, shipping_minor: 420, fee_minor: 1070, total_minor: 21_490 })
      expect([await adState(market, ad), await adState(market, other)]).toEqual(['reserved', 'reserved'])
      await ben.does((sql) => sql`select public.cancel_order(${order.order_id}, 'not needed')`)
      expect([await adState(market, ad), await adState(market, other)]).toEqual(['active', 'active'])
    }))

  test('an accepted offer sets the price, and its deal ends with the order', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createShop(market)
      const offer = await verbs.offers(ben, ad, 10_000)
      const deal = await verbs.accepts(anna, offer.id)
      const order = await start(ben, [ad])
      expect(order.total_minor).toBe(10_000 + 420 + 570)
      expect((await ben.isRefused((sql) => sql`select public.cancel_deal(${deal.id}, 'other')`)).code).toBe('SK380')
      await pay(market, order.order_id)
      await anna.does((sql) => sql`select public.mark_shipped(${order.order_id}, 'CTT', 'DA 123-456')`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order.order_id})`)
      const [done] = await market.owner`select state from public.deals where id = ${deal.id}`
      expect([done?.state, await adState(market, ad)]).toEqual(['completed', 'sold'])
    }))

  test('each order takes one of several units', () =>
    onMarket(async (market) => {
      const { ben, cleo, dora, ad } = await createShop(market, { quantity: 2 })
      await start(ben, [ad])
      expect(await adState(market, ad)).toBe('active')
      await start(cleo, [ad])
      expect(await adState(market, ad)).toBe('reserved')
      const late = await dora.isRefused((sql) => sql`select public.start_order(${sql.array([ad], 2950)}, 'ship')`)
      expect(late.code).toBe('SK109')
    }))
})

describe('addresses', () => {
  const save = (person: Person, id: string, sealed: string, isNew = true, country = 'PT') =>
    person.does((sql) => sql`select public.save_address(${id}, ${sealed}, ${country}, ${isNew})`)
  const read = (person: Person, order: string) =>
    person
      .does((sql) => sql<{ sealed: string }[]>`select public.order_address(${order}) as sealed`)
      .then(([row]) => row?.sealed)
  const refusal = (person: Person, order: string) =>
    person.isRefused((sql) => sql`select public.order_address(${order})`).then(({ code }) => code)

  test('are copied into the order, for its seller from payment until it ends', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, ad } = await createShop(market)
      const home = randomUUID()
      await save(ben, home, 'sealed home')
      const begin = (person: Person) =>
        person.does(
          (sql) => sql<{ order: ToPay }[]>`
            select public.start_order(${sql.array([ad], 2950)}, 'ship', ${home}) as order`,
        )
      const stolen = await cleo.isRefused(
        (sql) => sql`select public.start_order(${sql.array([ad], 2950)}, 'ship', ${home})`,
      )
      expect(stolen.code).toBe('SK369')
      const order = (await begin(ben))[0]?.order.order_id ?? ''
      expect([await read(ben, order), await refusal(anna, order)]).toEqual(['sealed home', 'SK370'])
      await pay(market, order)
      await save(ben, home, 'sealed office', false)
      expect([await read(anna, order), await refusal(cleo, order)]).toEqual(['sealed home', 'SK370'])
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      expect(await refusal(anna, order)).toBe('SK391')
    }))

  test('default to the newest one saved in the country of the ad', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, ad } = await createShop(market)
      const other = await market.adOf(anna, { delivery: 'both', ship_cost_minor: 300 })
      await save(ben, randomUUID(), 'sealed home')
      await save(ben, randomUUID(), 'sealed abroad', true, 'ES')
      const begin = async (person: Person, id: string) =>
        (
          await person.does(
            (sql) => sql<{ order: ToPay }[]>`select public.start_order(${sql.array([id], 2950)}, 'ship') as order`,
          )
        )[0]?.order.order_id ?? ''
      expect(await read(ben, await begin(ben, ad))).toBe('sealed home')
      expect(await refusal(cleo, await begin(cleo, other))).toBe('SK391')
    }))

  test('in another country than an ad are refused, also when a call is repeated; without a parcel they do not matter', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createShop(market)
      const spanish = await market.adOf(anna, { delivery: 'both', ship_cost_minor: 300, country: 'ES' })
      const [home, abroad] = [randomUUID(), randomUUID()]
      await save(ben, home, 'sealed home')
      await save(ben, abroad, 'sealed abroad', true, 'ES')
      const order = (ads: string[], address: string, delivery = 'ship') => ({
        begins: () =>
          ben.does((sql) => sql`select public.start_order(${sql.array(ads, 2950)}, ${delivery}, ${address})`),
        isRefused: async () =>
          (
            await ben.isRefused(
              (sql) => sql`select public.start_order(${sql.array(ads, 2950)}, ${delivery}, ${address})`,
            )
          ).code,
      })
      expect(await order([ad], abroad).isRefused()).toBe('SK396')
      await order([ad], abroad, 'meet').begins()
      await order([ad], home).begins()
      expect(await order([ad], abroad).isRefused()).toBe('SK396')
      expect(await order([ad, spanish], abroad).isRefused()).toBe('SK396')
      await order([spanish], abroad).begins()
      await save(ben, abroad, 'sealed move', false, 'FR')
      expect(await order([spanish], abroad).isRefused()).toBe('SK396')
    }))

  test('can be read, changed and deleted by their owner only, and are limited to ten', () =>
    onMarket(async (market) => {
      const { ben, cleo } = await createShop(market)
      const ids = Array.from({ length: 10 }, () => randomUUID())
      for (const id of ids) await save(ben, id, `sealed ${id}`)
      const refused = (person: Person, id: string, isNew: boolean) =>
        person.isRefused((sql) => sql`select public.save_address(${id}, 'x', 'PT', ${isNew})`).then(({ code }) => code)
      expect(await refused(ben, randomUUID(), true)).toBe('SK390')
      expect(await refused(cleo, ids[0] ?? '', false)).toBe('SK369')
      await cleo.does((sql) => sql`select public.delete_address(${ids[0] ?? ''})`)
      const count = async (person: Person) => {
        const [row] = await person.does((sql) => sql<{ all: unknown[] }[]>`select public.my_addresses() as all`)
        return row?.all.length
      }
      expect([await count(ben), await count(cleo)]).toEqual([10, 0])
      await ben.does((sql) => sql`select public.delete_address(${ids[0] ?? ''})`)
      expect(await count(ben)).toBe(9)
    }))
})

describe('a payment', () => {
  test('is held; a duplicate event does not count', () =>
    onMarket(async (market) => {
      const { order } = await paid(market)
      await report(market, 'again', 'succeeded', `pay ${order}`)
      expect((await orderOf(market, order))?.state).toBe('paid')
      expect(await books(market, order)).toEqual({ provider: -13_090, held: 13_090 })
    }))

  test('for an expired order is refunded in full', () =>
    onMarket(async (market) => {
      const { ben, ad } = await createShop(market)
      const { order_id: order } = await start(ben, [ad])
      await market.owner`select public.record_payment(${order}, 'test', 'slow')`
      await passTime(market, order)
      expect([(await orderOf(market, order))?.state, await adState(market, ad)]).toEqual(['expired', 'active'])
      await report(market, 'late', 'succeeded', 'slow')
      expect((await orderOf(market, order))?.state).toBe('expired')
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 13_090 })
      await report(market, 'sent', 'refunded', 'refund of slow')
      await report(market, 'sent once more', 'refunded', 'refund of slow')
      expect(await books(market, order)).toEqual({})
    }))

  test('of another amount or currency is refunded, and a declined card changes nothing', () =>
    onMarket(async (market) => {
      const { ben, ad } = await createShop(market)
      const { order_id: order } = await start(ben, [ad])
      for (const [reference, details] of [
        ['less', { amount_minor: 1 }],
        ['yen', { amount_minor: 13_090, currency: 'JPY' }],
      ] as const) {
        await market.owner`select public.record_payment(${order}, 'test', ${reference})`
        await report(market, reference, 'succeeded', reference, details)
      }
      await market.owner`select public.record_payment(${order}, 'test', 'declined')`
      await report(market, 'declined', 'failed', 'declined')
      expect((await orderOf(market, order))?.state).toBe('awaiting_payment')
      expect(
        await market.owner`select amount_minor, currency from private.payment_tasks where order_id = ${order} and kind = 'refund' order by amount_minor`,
      ).toEqual([
        { amount_minor: 1, currency: 'EUR' },
        { amount_minor: 13_090, currency: 'JPY' },
      ])
      await pay(market, order)
      expect((await orderOf(market, order))?.state).toBe('paid')
    }))

  test('that comes after its dispute is matched to it', () =>
    onMarket(async (market) => {
      const { ben, ad } = await createShop(market)
      const { order_id: order } = await start(ben, [ad])
      await report(market, 'too early', 'disputed', 'card')
      await pay(market, order, 'card')
      await market.owner`select public.handle_provider_events()`
      expect((await orderOf(market, order))?.state).toBe('charged_back')
      expect(await books(market, order)).toEqual({})
    }))
})

describe('completion', () => {
  test('by confirmation pays items and shipping to the seller and the fee to the market', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, ad, order } = await shipped(market)
      const stranger = await cleo.isRefused((sql) => sql`select public.confirm_receipt(${order})`)
      expect(stranger).toMatchObject({ code: 'SK370', status: 404 })
      expect((await anna.isRefused((sql) => sql`select public.confirm_receipt(${order})`)).code).toBe('SK372')
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      expect(await books(market, order)).toEqual({ provider: -13_090, balance: 12_420, fees: 670 })
      expect(await adState(market, ad)).toBe('sold')
      const [mine] = await anna.does((sql) => sql`select public.my_balance() as balance`)
      expect(mine?.balance).toMatchObject({ available_minor: 12_420, pending_minor: 0, currency: 'EUR' })
      // Users see only movements of their balance.
      const movements = (person: Person) =>
        person.does(
          (sql) => sql`select entry.kind, posting.amount_minor::integer from public.ledger_postings posting
            join public.ledger_entries entry on entry.id = posting.entry_id`,
        )
      expect(await movements(anna)).toEqual([{ kind: 'release', amount_minor: 12_420 }])
      expect([...(await movements(ben)), ...(await movements(cleo))]).toEqual([])
    }))

  test('by timeout: delivered after 14 days, accepted 3 days later', () =>
    onMarket(async (market) => {
      const { order } = await shipped(market)
      await passTime(market, order)
      expect((await orderOf(market, order))?.state).toBe('delivered')
      await passTime(market, order)
      await passTime(market, order)
      expect((await orderOf(market, order))?.state).toBe('completed')
    }))

  test('is cancelled and refunded if the seller does not ship in time', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, order } = await paid(market)
      await passTime(market, order)
      expect(await orderOf(market, order)).toMatchObject({ state: 'cancelled', refunded_minor: 13_090 })
      for (const person of [anna, ben])
        expect((await person.isRefused((sql) => sql`select public.cancel_order(${order})`)).code).toBe('SK371')
      expect(await tasks(market, order)).toEqual([{ kind: 'refund', amount_minor: 13_090 }])
      expect(await adState(market, ad)).toBe('active')
      const late = await anna.isRefused((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      expect(late).toMatchObject({ code: 'SK371', message: 'This order was cancelled.' })
    }))

  test('is cancelled and refunded if moderators hide the ad', () =>
    onMarket(async (market) => {
      const { ad, order } = await paid(market)
      const moderator = await market.trusted()
      await market.owner`update public.profiles set role = 'moderator' where id = ${moderator.id}`
      await moderator.does((sql) => sql`select public.hide_listing(${ad}, 'It is a copy.')`)
      expect(await orderOf(market, order)).toMatchObject({ state: 'cancelled', refunded_minor: 13_090 })
      expect(await adState(market, ad)).toBe('hidden')
    }))

  test('of a meet-up happens with the buyer’s code', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await paid(market, 'meet')
      expect(await books(market, order)).toEqual({ provider: -12_335, held: 12_335 })
      const [shown] = await ben.does((sql) => sql<{ code: string }[]>`select public.show_order_code(${order}) as code`)
      const wrong = shown?.code === '1234' ? '1235' : '1234'
      const enter = async (code: string) =>
        (await anna.does((sql) => sql`select public.enter_order_code(${order}, ${code}) as said`))[0]?.said
      expect(await enter(wrong)).toEqual({ accepted: false, tries_left: 4 })
      expect(await enter(shown?.code ?? '')).toMatchObject({ accepted: true, order: { state: 'completed' } })
      expect(await books(market, order)).toEqual({ provider: -12_335, balance: 12_000, fees: 335 })
    }))

  test('every function for an order is refused to strangers, and those of moderators also to its buyer and seller', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, order } = await shipped(market)
      const calls = await market.owner<{ name: string; call: string }[]>`
        select proname as name, format('select public.%I(%L%s)', proname, ${order}::text, (select string_agg(format(', null::%s', format_type(type, null)), '' order by place)
            from unnest(proargtypes) with ordinality as wanted (type, place) where place > 1)) as call
        from pg_proc where pronamespace = 'public'::regnamespace and proargnames[1] = 'order_id' and has_function_privilege('authenticated', oid, 'execute')`
      const refusalsOf = async (person: Person, of: readonly { name: string; call: string }[]) => {
        const refusals: string[][] = []
        for (const { name, call } of of) refusals.push([name, (await person.isRefused((sql) => sql.unsafe(call))).code])
        return refusals
      }
      const judging = ['ask_for_evidence', 'decide_dispute', 'decide_dispute_appeal', 'dispute_case']
      const ofModerators = calls.filter(({ name }) => judging.includes(name))
      const ofUsers = calls.filter(({ name }) => !judging.includes(name))
      expect(ofUsers.length).toBeGreaterThan(15)
      expect(await refusalsOf(cleo, ofUsers)).toEqual(ofUsers.map(({ name }) => [name, 'SK370']))
      for (const person of [anna, ben, cleo])
        expect(await refusalsOf(person, ofModerators)).toEqual(ofModerators.map(({ name }) => [name, '42501']))
    }))

  test('orders, items and the books change only through these functions', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, order } = await shipped(market)
      for (const write of [
        (person: Person) =>
          person.isRefused((sql) => sql`update public.orders set items_minor = 1 where id = ${order}`),
        (person: Person) => person.isRefused((sql) => sql`delete from public.order_items where order_id = ${order}`),
        (person: Person) =>
          person.isRefused((sql) => sql`insert into public.ledger_entries (kind, reference) values ('payout', 'x')`),
        (person: Person) =>
          person.isRefused((sql) => sql`select public.take_provider_event('test', 'x', 'succeeded', 'x')`),
      ]) {
        expect((await write(ben)).code).toBe('42501')
        expect((await write(anna)).code).toBe('42501')
      }
      expect(await cleo.does((sql) => sql`select id from public.orders where id = ${order}`)).toEqual([])
      await expect(
        market.owner.savepoint((sql) => sql`update public.ledger_postings set amount_minor = 1`),
      ).rejects.toMatchObject({ code: '42501' })
      await expect(market.owner.savepoint((sql) => sql`delete from public.ledger_entries`)).rejects.toMatchObject({
        code: '42501',
      })
      await expect(
        market.owner.savepoint(async (sql) => {
          await sql`insert into public.ledger_postings (entry_id, account_id, amount_minor, currency)
            select entry_id, account_id, 5, currency from public.ledger_postings limit 1`
          await sql`set constraints all immediate`
        }),
      ).rejects.toMatchObject({ code: '22023' })
    }))
})

describe('a problem', () => {
  const WRONG = 'One leg is broken, see the photos.'
  const disputed = async (market: Market, wanted: number | null = null) => {
    const day = await shipped(market)
    await day.ben.does((sql) => sql`select public.open_dispute(${day.order}, 'damaged', ${WRONG}, ${wanted})`)
    return day
  }

  test('holds the money until both agree on a partial refund', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await disputed(market)
      expect((await ben.isRefused((sql) => sql`select public.confirm_receipt(${order})`)).code).toBe('SK371')
      await anna.does((sql) => sql`select public.offer_refund(${order}, 3000)`)
      expect((await orderOf(market, order))?.state).toBe('disputed')
      await ben.does((sql) => sql`select public.accept_refund(${order})`)
      // Not twice.
      expect((await ben.isRefused((sql) => sql`select public.accept_refund(${order})`)).code).toBe('SK378')
      expect(await orderOf(market, order)).toMatchObject({ state: 'completed', refunded_minor: 3000 })
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 3000, balance: 9420, fees: 670 })
    }))

  test('ends immediately when the seller grants the request', () =>
    onMarket(async (market) => {
      const { anna, order } = await disputed(market, 2000)
      await anna.does((sql) => sql`select public.offer_refund(${order}, 2000)`)
      expect(await orderOf(market, order)).toMatchObject({ state: 'completed', refunded_minor: 2000 })
    }))

  test('goes to the moderators after 48 hours, whose decision needs a reason of minimum length', () =>
    onMarket(async (market) => {
      const { ben, order } = await disputed(market)
      await passTime(market, order)
      const [waiting] = await market.owner`select state from public.disputes where order_id = ${order}`
      expect(waiting?.state).toBe('escalated')
      const moderator = await market.trusted()
      const decide = (person: Person, back: number, why: string) =>
        person.does((sql) => sql`select public.decide_dispute(${order}, ${back}, ${why})`)
      await expect(decide(ben, 12_000, 'It is damaged, as the photos show.')).rejects.toMatchObject({ code: '42501' })
      await market.owner`update public.profiles set role = 'moderator' where id = ${moderator.id}`
      await expect(decide(moderator, 12_000, 'so')).rejects.toMatchObject({ code: 'SK377' })
      await expect(decide(moderator, 99_000, 'It is damaged, as the photos show.')).rejects.toMatchObject({
        code: 'SK375',
      })
      await decide(moderator, 12_000, 'It is damaged, as the photos show.')
      expect(await orderOf(market, order)).toMatchObject({ state: 'refunded', refunded_minor: 13_090 })
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 13_090 })
    }))

  test('a chargeback after the payout is the market’s loss unless it is won', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      const tap = (client: string) => anna.does((sql) => sql`select public.request_payout(${client})`)
      const client = '5b1f0f6e-3c1a-4b8e-9b5e-0d6a0c6a1f11'
      await tap(client)
      await tap(client)
      await report(market, 'out', 'paid_out', `payout ${anna.id} ${client}`)
      await report(market, 'taken back', 'disputed', `pay ${order}`)
      expect((await orderOf(market, order))?.state).toBe('charged_back')
      expect(await books(market, order)).toEqual({ balance: 12_420, fees: 670, losses: -13_090 })
      await report(market, 'won', 'dispute_won', `pay ${order}`)
      expect((await orderOf(market, order))?.state).toBe('completed')
      expect(await books(market, order)).toEqual({ provider: -13_090, balance: 12_420, fees: 670 })
    }))

  test('a payout has a minimum amount, and is returned if the bank rejects it', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      const client = '5b1f0f6e-3c1a-4b8e-9b5e-0d6a0c6a1f12'
      const early = await anna.isRefused((sql) => sql`select public.request_payout(${client})`)
      expect(early).toMatchObject({ code: 'SK379', message: 'The minimum payout is €5.' })
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      await anna.does((sql) => sql`select public.request_payout(${client})`)
      await report(market, 'refused', 'payout_failed', `payout ${anna.id} ${client}`)
      const [mine] = await anna.does((sql) => sql`select public.my_balance() as balance`)
      expect(mine?.balance).toMatchObject({ available_minor: 12_420, on_its_way_minor: 0 })
    }))
})
