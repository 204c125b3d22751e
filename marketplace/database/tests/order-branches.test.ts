import { describe, expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { adState, books, createShop, orderOf, paid, passTime, pay, report, shipped, start, tasks } from './order-day.ts'

const startOf = (
  person: Person,
  ads: readonly string[],
  {
    quantities = null,
    expected = null,
    delivery = 'ship',
  }: { quantities?: number[] | null; expected?: number | null; delivery?: string } = {},
) =>
  person.does(
    (sql) => sql<{ order: { order_id: string; total_minor: number; discount_minor: number } }[]>`
      select public.start_order(${sql.array([...ads], 2950)}, ${delivery}, null, ${quantities}::integer[], ${expected}) as order`,
  )
const orderFrom = async (...given: Parameters<typeof startOf>) => {
  const [row] = await startOf(...given)
  if (!row) throw new Error('no row')
  return row.order
}
const refusalOf = (
  person: Person,
  ads: readonly string[],
  quantities: number[] | null,
  expected: number | null = null,
) =>
  person.isRefused(
    (sql) =>
      sql`select public.start_order(${sql.array([...ads], 2950)}, 'ship', null, ${quantities}::integer[], ${expected})`,
  )

const bell = async ({ owner }: Market, person: Person) =>
  (
    await owner<{ kind: string }[]>`
      select kind from public.notifications where user_id = ${person.id} order by created_at, kind`
  ).map(({ kind }) => kind)

/** A moderator in addition to the four users of order-day.ts. */
async function createModerator(market: Market): Promise<Person> {
  const moderator = await market.trusted()
  await market.owner`update public.profiles set role = 'moderator' where id = ${moderator.id}`
  return moderator
}

describe('an order', () => {
  test("for several items has the seller's discount, and one fee on the total", () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createShop(market)
      const other = await market.adOf(anna, { delivery: 'ship', price_minor: 8000, ship_cost_minor: 300 })
      await anna.does((sql) => sql`select public.set_bundle_discount(10)`)
      expect((await anna.isRefused((sql) => sql`select public.set_bundle_discount(90)`)).code).toBe('SK386')
      const quoted = await market.visitor.does(
        (sql) =>
          sql<{ quote: { ship: object } }[]>`select public.order_choices(${sql.array([ad, other], 2950)}) as quote`,
      )
      const sums = {
        items_minor: 18_000,
        discount_minor: 2000,
        shipping_minor: 420,
        fee_minor: 970,
        total_minor: 19_390,
      }
      expect(quoted[0]?.quote.ship).toMatchObject(sums)
      expect(await orderFrom(ben, [ad, other])).toMatchObject(sums)
    }))

  test('for several units reserves and sells as many', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, ad } = await createShop(market, { quantity: 3 })
      expect((await refusalOf(ben, [ad], [4])).code).toBe('SK385')
      for (const wrong of [[-1], [0], [1, 1], [100]]) expect((await refusalOf(ben, [ad], wrong)).code).toBe('SK366')
      const order = await orderFrom(ben, [ad], { quantities: [2] })
      expect(order.total_minor).toBe(24_000 + 420 + 1270)
      expect((await refusalOf(cleo, [ad], [2])).code).toBe('SK385')
      await pay(market, order.order_id)
      await anna.does((sql) => sql`select public.mark_shipped(${order.order_id}, 'CTT', 'DA 123-456')`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order.order_id})`)
      const [left] = await market.owner`select state, quantity from public.listings where id = ${ad}`
      expect(left).toEqual({ state: 'active', quantity: 1 })
    }))

  test('is refused if the price has changed since the page was loaded; another selection replaces an unpaid order', () =>
    onMarket(async (market) => {
      const { ben, ad } = await createShop(market)
      const first = await orderFrom(ben, [ad], { expected: 13_090 })
      const meeting = await orderFrom(ben, [ad], { delivery: 'meet' })
      expect(meeting.order_id).not.toBe(first.order_id)
      expect((await orderOf(market, first.order_id))?.state).toBe('cancelled')
      // An existing order keeps its price; a later one has the new price.
      await market.owner`update public.listings set price_minor = 15000 where id = ${ad}`
      expect((await orderFrom(ben, [ad], { delivery: 'meet' })).total_minor).toBe(meeting.total_minor)
      await ben.does((sql) => sql`select public.cancel_order(${meeting.order_id})`)
      expect(await refusalOf(ben, [ad], null, 13_090)).toMatchObject({ code: 'SK384', status: 409 })
      expect(await adState(market, ad)).toBe('active')
    }))

  test('expires and frees the ad only once the real provider can no longer take a payment', () =>
    onMarket(async (market) => {
      const { ben, cleo, ad } = await createShop(market)
      const { order_id: order } = await start(ben, [ad])
      await market.owner`select public.record_payment(${order}, 'stripe', 'pi_1')`
      await market.owner`update public.orders set pay_by = now() - interval '1 second' where id = ${order}`
      await passTime(market, order)
      expect([(await orderOf(market, order))?.state, await adState(market, ad)]).toEqual([
        'awaiting_payment',
        'reserved',
      ])
      expect(await tasks(market, order)).toMatchObject([{ kind: 'cancel' }])
      expect((await refusalOf(cleo, [ad], null)).code).toBe('SK109')
      await report(market, 'cancelled', 'cancelled', 'pi_1')
      await market.owner`select private.pass_deadlines()`
      expect([(await orderOf(market, order))?.state, await adState(market, ad)]).toEqual(['expired', 'active'])
    }))

  test('informs both users of each step, in the thread and by notification', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      expect(await bell(market, anna)).toEqual(['order_completed', 'order_paid'])
      expect(await bell(market, ben)).toEqual(['order_paid', 'order_shipped'])
      const lines = await ben.does(
        (sql) => sql<{ body: string }[]>`
          select body from public.messages where kind = 'system' and body like 'order%' order by created_at`,
      )
      expect(lines.map(({ body }) => body)).toEqual(['order_paid', 'order_shipped', 'order_completed'])
      const [told] = await market.owner<{ payload: object }[]>`
        select payload from public.notifications where user_id = ${anna.id} and kind = 'order_paid'`
      expect(told?.payload).toMatchObject({
        as: 'seller',
        amount_minor: 12_420,
        title: 'Reading chair in mustard corduroy',
        is_paid: true,
      })
    }))
})

describe('a parcel', () => {
  test('with a known carrier gets a tracking link, and never a link to another site', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await paid(market)
      const ship = (url: string | null) => (sql: Parameters<Parameters<Person['does']>[0]>[0]) =>
        sql`select public.mark_shipped(${order}, 'DPD Classic', '0150 1234', ${url})`
      for (const url of ['https://dpd.example.com/0150', 'http://tracking.dpd.de/x', 'https://evil.com/?dpd.de']) {
        expect((await anna.isRefused(ship(url))).code).toBe('SK389')
      }
      await anna.does(ship(null))
      const [parcel] = await ben.does((sql) => sql`select tracking_url from public.shipments where order_id = ${order}`)
      expect(parcel?.tracking_url).toBe('https://tracking.dpd.de/status/en_US/parcel/01501234')
    }))

  test('that is lost is refunded, and its ad paused', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, order } = await shipped(market)
      expect((await ben.isRefused((sql) => sql`select public.report_lost(${order})`)).code).toBe('SK372')
      await anna.does((sql) => sql`select public.report_lost(${order})`)
      await anna.does((sql) => sql`select public.report_lost(${order})`)
      expect(await orderOf(market, order)).toMatchObject({ state: 'refunded', refunded_minor: 13_090 })
      expect(await adState(market, ad)).toBe('paused')
    }))
})

describe('a return', () => {
  const returning = async (market: Market) => {
    const day = await shipped(market)
    const text = 'One leg is broken.'
    await day.ben.does((sql) => sql`select public.open_dispute(${day.order}, 'damaged', ${text}, wish => 'return')`)
    await day.anna.does((sql) => sql`select public.offer_return(${day.order})`)
    return day
  }
  const sendsBack = (person: Person, order: string) =>
    person.does((sql) => sql`select public.mark_return_shipped(${order}, 'CTT', 'RR 123-456')`)

  test('refunds the buyer once the seller has received it', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, order } = await returning(market)
      await sendsBack(ben, order)
      await sendsBack(ben, order)
      await anna.does((sql) => sql`select public.confirm_return(${order})`)
      expect(await orderOf(market, order)).toMatchObject({ state: 'refunded', refunded_minor: 13_090 })
      expect(await adState(market, ad)).toBe('active')
      const [dispute] = await market.owner`select state from public.disputes where order_id = ${order}`
      expect(dispute?.state).toBe('settled')
    }))

  test('that is not sent in time pays the seller; one in transit, the buyer', () =>
    onMarket(async (market) => {
      const { order } = await returning(market)
      await passTime(market, order)
      expect((await orderOf(market, order))?.state).toBe('completed')
      const other = await returning(market)
      await sendsBack(other.ben, other.order)
      await passTime(market, other.order)
      expect((await orderOf(market, other.order))?.state).toBe('refunded')
    }))

  test('of the wrong item goes to the moderators', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await returning(market)
      await sendsBack(ben, order)
      await anna.does((sql) => sql`select public.contest_return(${order})`)
      const [dispute] = await market.owner`select state from public.disputes where order_id = ${order}`
      expect([(await orderOf(market, order))?.state, dispute?.state]).toEqual(['disputed', 'escalated'])
    }))
})

describe('an appeal', () => {
  const decided = async (market: Market, back: number) => {
    const day = await shipped(market)
    const moderator = await createModerator(market)
    await day.ben.does((sql) => sql`select public.open_dispute(${day.order}, 'damaged', 'One leg is broken.')`)
    await moderator.does((sql) => sql`select public.decide_dispute(${day.order}, ${back}, 'As the photos show.')`)
    return { ...day, moderator }
  }
  const appeals = (person: Person, order: string) =>
    person.does((sql) => sql`select public.appeal_dispute(${order}, 'The photos are of another chair.')`)
  const decides = (person: Person, order: string, back: number) =>
    person.does((sql) => sql`select public.decide_dispute_appeal(${order}, ${back}, 'The serial number is another.')`)

  test('is decided by another moderator, and can pay the buyer more from the seller’s remaining share', () =>
    onMarket(async (market) => {
      const { ben, order, moderator } = await decided(market, 2000)
      await appeals(ben, order)
      await expect(decides(moderator, order, 5000)).rejects.toMatchObject({ code: '42501' })
      await decides(await createModerator(market), order, 5000)
      expect(await orderOf(market, order)).toMatchObject({ state: 'completed', refunded_minor: 5000 })
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 5000, balance: 7420, fees: 670 })
      expect(await tasks(market, order)).toMatchObject([{ amount_minor: 2000 }, { amount_minor: 3000 }])
    }))

  test('can pay the seller more from the market’s funds if the buyer was already refunded', () =>
    onMarket(async (market) => {
      const { anna, order } = await decided(market, 12_000)
      await appeals(anna, order)
      await decides(await createModerator(market), order, 0)
      expect(await books(market, order)).toEqual({
        provider: -13_090,
        refund: 13_090,
        balance: 12_420,
        losses: -12_420,
      })
    }))

  test('is possible once, within 14 days of the decision, for buyer and seller only', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, order } = await decided(market, 2000)
      const refused = async (person: Person) =>
        (await person.isRefused((sql) => sql`select public.appeal_dispute(${order}, 'I do not agree.')`)).code
      expect(await refused(cleo)).toBe('SK370')
      await market.owner`update public.disputes set ended_at = now() - interval '15 days' where order_id = ${order}`
      expect(await refused(ben)).toBe('SK388')
      await market.owner`update public.disputes set ended_at = now() - interval '13 days' where order_id = ${order}`
      await appeals(ben, order)
      await appeals(ben, order)
      expect(await refused(anna)).toBe('SK388')
    }))
})

describe('the buyer’s bank', () => {
  test('charges back an amount already refunded: the market bears it, or the refund is not sent', () =>
    onMarket(async (market) => {
      const { anna, order } = await paid(market)
      await anna.does((sql) => sql`select public.cancel_order(${order})`)
      await report(market, 'bank', 'disputed', `pay ${order}`, { amount_minor: 13_090 })
      expect(await books(market, order)).toEqual({})
      await report(market, 'won', 'dispute_won', `pay ${order}`)
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 13_090 })
      await report(market, 'sent', 'refunded', `refund ${order}`)
      await report(market, 'once more', 'disputed', `pay ${order}`, { amount_minor: 13_090 })
      expect(await books(market, order)).toEqual({})
    }))

  test('charges back a part: the rest goes to the seller, or to the buyer if the parcel was not sent', () =>
    onMarket(async (market) => {
      const one = await shipped(market)
      await report(market, 'part', 'disputed', `pay ${one.order}`, { amount_minor: 3000 })
      expect(await books(market, one.order)).toEqual({ provider: -10_090, balance: 10_090 })
      await report(market, 'part won', 'dispute_won', `pay ${one.order}`)
      expect(await books(market, one.order)).toEqual({ provider: -13_090, balance: 12_420, fees: 670 })
      const other = await paid(market)
      await report(market, 'of another', 'disputed', `pay ${other.order}`, { amount_minor: 3000 })
      expect(await books(market, other.order)).toEqual({ provider: -10_090, refund: 10_090 })
    }))

  test('returns a chargeback for an order that was not sent: the buyer is refunded', () =>
    onMarket(async (market) => {
      const { order } = await paid(market)
      await report(market, 'taken', 'disputed', `pay ${order}`)
      await report(market, 'won', 'dispute_won', `pay ${order}`)
      expect(await orderOf(market, order)).toMatchObject({ state: 'refunded', refunded_minor: 13_090 })
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 13_090 })
    }))

  test('disputes a payment again after losing: nothing is booked, and the refund stays due', () =>
    onMarket(async (market) => {
      const { anna, order } = await paid(market)
      await anna.does((sql) => sql`select public.cancel_order(${order})`)
      await report(market, 'taken', 'disputed', `pay ${order}`)
      await report(market, 'won', 'dispute_won', `pay ${order}`)
      await report(market, 'again', 'disputed', `pay ${order}`)
      const [task] =
        await market.owner`select done_at, last_error from private.payment_tasks where key = ${`refund ${order}`}`
      expect(task).toEqual({ done_at: null, last_error: null })
      await report(market, 'sent', 'refunded', `refund ${order}`)
      expect(await books(market, order)).toEqual({})
    }))

  test('returns a payout after it was reported as paid', () =>
    onMarket(async (market) => {
      const { anna, ben, order } = await shipped(market)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      await anna.does((sql) => sql`select public.request_payout('5b1f0f6e-3c1a-4b8e-9b5e-0d6a0c6a1f11')`)
      const key = `payout ${anna.id} 5b1f0f6e-3c1a-4b8e-9b5e-0d6a0c6a1f11`
      await report(market, 'out', 'paid_out', key)
      await report(market, 'back', 'payout_failed', key)
      await report(market, 'late', 'paid_out', `${key}`)
      const [mine] = await anna.does((sql) => sql`select public.my_balance() as balance`)
      expect(mine?.balance).toMatchObject({ available_minor: 12_420, on_its_way_minor: 0 })
      expect(await bell(market, anna)).toContain('payout_returned')
    }))

  test('rejects a refund: it is reversed and waits for the operator', () =>
    onMarket(async (market) => {
      const { anna, order } = await paid(market)
      await anna.does((sql) => sql`select public.cancel_order(${order})`)
      await report(market, 'sent', 'refunded', `refund ${order}`)
      expect(await books(market, order)).toEqual({})
      await report(market, 'failed', 'refund_failed', `refund ${order}`, { reason: 'expired_or_canceled_card' })
      expect(await books(market, order)).toEqual({ provider: -13_090, refund: 13_090 })
      const [task] = await market.owner`
        select done_at, last_error, due_at = 'infinity' as waits from private.payment_tasks where key = ${`refund ${order}`}`
      expect(task).toEqual({ done_at: null, last_error: 'expired_or_canceled_card', waits: true })
    }))
})

test('an account with an open order or money to be paid out cannot be deleted', () =>
  onMarket(async (market) => {
    const { anna, ben, order } = await shipped(market)
    const open = async (person: Person) =>
      (await market.owner<{ open: boolean }[]>`select private.has_open_business(${person.id}) as open`)[0]?.open
    expect([await open(anna), await open(ben)]).toEqual([true, true])
    await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
    expect([await open(anna), await open(ben)]).toEqual([true, false])
  }))
