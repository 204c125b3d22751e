import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '../../jobs/reconcile-payments.ts'
import { createAccount } from '../../payments/stripe/accounts.ts'
import { beginPayment } from '../../payments/stripe/begin-payment.ts'
import { createStripe } from '../../payments/stripe/client.ts'
import { stripeProvider } from '../../payments/stripe/stripe-provider.ts'
import { type StripeStandIn, startStripe } from '../../payments/testing/stripe-stand-in.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { jobContext } from './job-context.ts'
import { adState, books, createShop, orderOf, passTime, start } from './order-day.ts'
import { SECRETS, settleWith, webhooksOf } from './stripe-day.ts'

/** The whole flow: orders in the database, jobs and webhooks as the server runs them, and a fake Stripe server. */
let stripe: StripeStandIn
const client = () => createStripe({ secretKey: 'sk_test_stand_in', apiUrl: stripe.url })

beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.end())
beforeEach(() => {
  stripe.faults = { lostAnswers: 0, errors: 0, lostEvents: 0, doubledEvents: 0 }
})

/** A market with Stripe; Anna's connected account exists, but has no details yet. */
async function createStripeShop(market: Market) {
  const day = await createShop(market)
  await market.owner`update private.order_settings set payments = 'stripe'`
  const post = webhooksOf(market)
  const taken = async (payload: string, signature: string) => (await post(payload, signature)).ok
  stripe.endpoints = [
    { secret: SECRETS.platform, post: taken },
    { secret: SECRETS.accounts, post: taken, ofAccounts: true },
  ]
  const account = await createAccount(client(), day.anna.id)
  await market.owner`select public.record_payout_account(${day.anna.id}, ${account})`
  return { ...day, account, post }
}

async function startPayment(market: Market, buyer: Person, ad: string) {
  const { order_id: orderId, total_minor: totalMinor, currency } = await start(buyer, [ad])
  const order = { orderId, orderNumber: 1, totalMinor, currency, reference: null, calledOff: 0 }
  const { reference } = await beginPayment(client(), order)
  await market.owner`select public.record_payment(${orderId}, 'stripe', ${reference})`
  return { order: orderId, payment: reference }
}

async function payOrder(market: Market, buyer: Person, ad: string, fingerprint: string = randomUUID()) {
  const begun = await startPayment(market, buyer, ad)
  stripe.pay(begun.payment, { fingerprint })
  await stripe.deliver()
  return begun
}

interface AskedToPay {
  readonly total_minor: number
  readonly currency: string
  readonly payment: { readonly reference: string } | null
  readonly called_off: number
}

const settle = (market: Market) => settleWith(client(), market)

const compare = async (market: Market) => {
  const job = reconcilePayments(stripeProvider(client()))
  // Only this test's: the fake server also has others.
  await market.owner`
    insert into private.reconciliations (provider, since, until, movements, differences)
    values ('stripe', now() - interval '3 days', now() - interval '2 days', 0, '[]')`
  await job.run(jobContext(market))
  const [row] = await market.owner<{ differences: { what: string; reference: string }[] }[]>`
    select differences from private.reconciliations order by id desc limit 1`
  return row?.differences ?? []
}

describe('with Stripe', () => {
  test('a payment is held, transferred once the order is complete and the account ready, and paid out', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, account } = await createStripeShop(market)
      const { order } = await payOrder(market, ben, ad)
      expect((await orderOf(market, order))?.state).toBe('paid')
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      await settle(market)
      expect(stripe.balanceOf(account)).toBe(0)
      const state = async () => {
        const [row] = await anna.does(
          (sql) => sql<{ said: { payout_account: string } }[]>`select public.my_balance() as said`,
        )
        return row?.said.payout_account
      }
      expect(await state()).toBe('incomplete')
      stripe.completeAccount(account)
      await stripe.deliver()
      expect(await state()).toBe('ready')
      await settle(market)
      expect(stripe.balanceOf(account)).toBe(12_420)
      await anna.does((sql) => sql`select public.request_payout(${randomUUID()})`)
      await settle(market)
      await settle(market)
      stripe.settlePayouts()
      await stripe.deliver()
      await stripe.deliverAgain()
      expect(stripe.balanceOf(account)).toBe(0)
      expect(await books(market, order)).toMatchObject({ balance: 12_420, fees: 670, provider: -13_090 })
      const [mine] = await anna.does((sql) => sql`select public.my_balance() as said`)
      expect(mine?.said).toMatchObject({ available_minor: 0, on_its_way_minor: 0 })
    }))

  test('of two buyers of one item the first to pay gets it, and the other is never charged, however late they try', () =>
    onMarket(async (market) => {
      const { ben, cleo, ad } = await createStripeShop(market)
      const first = await startPayment(market, ben, ad)
      const late = await cleo.isRefused((sql) => sql`select public.start_order(${sql.array([ad], 2950)}, 'ship')`)
      expect(late.code).toBe('SK109')
      await market.owner`update public.orders set pay_by = now() - interval '1 second' where id = ${first.order}`
      await passTime(market, first.order)
      expect(await adState(market, ad)).toBe('reserved')
      await settle(market)
      expect([(await orderOf(market, first.order))?.state, await adState(market, ad)]).toEqual(['expired', 'active'])
      const second = await payOrder(market, cleo, ad)
      expect(() => stripe.pay(first.payment)).toThrow('canceled')
      expect((await orderOf(market, second.order))?.state).toBe('paid')
      expect(stripe.charges.size).toBeGreaterThan(0)
      expect(stripe.payments.get(first.payment)?.amount_received).toBe(0)
    }))

  test('a payment that is called off in the dashboard is begun anew while there is time', () =>
    onMarket(async (market) => {
      const { ben, ad } = await createStripeShop(market)
      const { order, payment } = await startPayment(market, ben, ad)
      const begin = async () => {
        const [row] = await ben.does((sql) => sql<{ said: AskedToPay }[]>`select public.order_to_pay(${order}) as said`)
        if (!row) throw new Error('nothing to pay')
        const { total_minor: totalMinor, currency, payment: known, called_off: calledOff } = row.said
        const reference = known?.reference ?? null
        return beginPayment(client(), { orderId: order, orderNumber: 1, totalMinor, currency, reference, calledOff })
      }
      await client().paymentIntents.cancel(payment)
      const before = (await begin()).reference
      await stripe.deliver()
      const again = (await begin()).reference
      expect(again).toBe(before)
      expect(again).not.toBe(payment)
      await market.owner`select public.record_payment(${order}, 'stripe', ${again})`
      stripe.pay(again)
      await stripe.deliver()
      expect((await orderOf(market, order))?.state).toBe('paid')
    }))

  test('books stay correct when events are duplicated, reordered, late or missing and calls are lost', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, account } = await createStripeShop(market)
      stripe.faults = { lostAnswers: 0.3, errors: 0.1, lostEvents: 0.1, doubledEvents: 0.5 }
      stripe.completeAccount(account)
      const orders: { order: string; payment: string }[] = []
      for (const buyer of [ben, cleo, ben, cleo]) {
        const ad = await market.adOf(anna, { delivery: 'both', ship_cost_minor: 420 })
        stripe.faults = { ...stripe.faults, lostAnswers: 0, errors: 0 }
        const begun = await startPayment(market, buyer, ad)
        stripe.faults = { ...stripe.faults, lostAnswers: 0.3, errors: 0.1 }
        stripe.pay(begun.payment)
        orders.push(begun)
      }
      await stripe.deliver({ shuffled: true })
      await stripe.deliverAgain()
      const [sold, cancelled, disputed, refunded] = orders
      if (!sold || !cancelled || !disputed || !refunded) throw new Error('no orders')
      for (const { order } of [sold, disputed, refunded]) {
        await anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      }
      await ben.does((sql) => sql`select public.confirm_receipt(${sold.order})`)
      await anna.does((sql) => sql`select public.cancel_order(${cancelled.order})`)
      stripe.dispute(disputed.payment)
      await anna.does((sql) => sql`select public.report_lost(${refunded.order})`)
      for (let round = 0; round < 8; round += 1) {
        await settle(market)
        await stripe.deliver({ shuffled: true })
        await stripe.deliverAgain()
      }
      expect(await Promise.all(orders.map(async ({ order }) => (await orderOf(market, order))?.state))).toEqual([
        'completed',
        'cancelled',
        'charged_back',
        'refunded',
      ])
      for (const { payment } of [cancelled, refunded]) {
        const back = [...stripe.refunds.values()].filter((refund) => refund.payment_intent === payment)
        expect(back.map(({ amount }) => amount)).toEqual([13_090])
      }
      expect(stripe.balanceOf(account)).toBe(12_420)
      const [left] = await market.owner<{ count: number }[]>`
        select count(*)::integer from private.payment_tasks where done_at is null and order_id is not null`
      expect(left?.count).toBe(0)
    }))

  test('a card that pays for three accounts, or for a purchase from its own, is flagged to moderators once', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, dora } = await createStripeShop(market)
      await market.owner`update public.profiles set role = 'moderator' where id = ${dora.id}`
      const told = async () => {
        const rows = await market.owner<{ count: number }[]>`
          select (payload ->> 'count')::integer as count from public.notifications where user_id = ${dora.id} and kind = 'shared_card' order by 1 desc`
        return rows.map(({ count }) => count)
      }
      const buys = async (buyer: Person, seller: Person, card: string) =>
        payOrder(market, buyer, await market.adOf(seller, { delivery: 'both', ship_cost_minor: 420 }), card)
      await buys(ben, anna, 'print of one')
      await buys(cleo, anna, 'print of one')
      await buys(ben, anna, 'print of another')
      expect(await told()).toEqual([])
      await buys(await market.trusted('Eva'), anna, 'print of one')
      await buys(ben, anna, 'print of one')
      expect(await told()).toEqual([3])
      await buys(anna, ben, 'print of annas')
      await buys(cleo, anna, 'print of annas')
      expect(await told()).toEqual([3, 2])
    }))

  test('a chargeback after the transfer is taken from the seller’s account', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, account } = await createStripeShop(market)
      stripe.completeAccount(account)
      const { order, payment } = await payOrder(market, ben, ad)
      await anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      await ben.does((sql) => sql`select public.confirm_receipt(${order})`)
      await settle(market)
      stripe.dispute(payment)
      await stripe.deliver()
      await settle(market)
      expect(stripe.balanceOf(account)).toBe(0)
      expect(await books(market, order)).toEqual({ fees: 670, losses: -670 })
      stripe.winDispute(payment)
      await stripe.deliver()
      await settle(market)
      expect(stripe.balanceOf(account)).toBe(12_420)
      expect(await books(market, order)).toEqual({ provider: -13_090, balance: 12_420, fees: 670 })
    }))
})

describe('the function stripe-webhooks', () => {
  const event = (payment: string, id = `evt_${randomUUID()}`) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1,
      data: { object: { id: payment, object: 'payment_intent', amount_received: 13_090, currency: 'eur' } },
    })
  const signed = (payload: string, secret = SECRETS.platform, timestamp?: number) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp !== undefined && { timestamp }) })

  test('refuses events without a valid Stripe signature, or with an old or modified one', () =>
    onMarket(async (market) => {
      const { ben, ad, post } = await createStripeShop(market)
      const { order, payment } = await startPayment(market, ben, ad)
      const forged = event(payment)
      const old = Math.floor(Date.now() / 1000) - 301
      for (const signature of [
        '',
        't=1,v1=00',
        signed(forged, 'whsec_of_somebody_else'),
        signed(forged, SECRETS.platform, old),
        signed(event('pi_other')),
      ]) {
        const answer = await post(forged, signature)
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'SK949'])
      }
      expect((await orderOf(market, order))?.state).toBe('awaiting_payment')
      expect((await post(forged, signed(forged, SECRETS.accounts))).status).toBe(200)
      expect((await orderOf(market, order))?.state).toBe('paid')
    }))

  test('handles an event once, and does not accept another currency or amount as payment', () =>
    onMarket(async (market) => {
      const { ben, ad, post } = await createStripeShop(market)
      const { order, payment } = await startPayment(market, ben, ad)
      const swapped = event(payment).replace('"eur"', '"jpy"')
      await post(swapped, signed(swapped))
      expect((await orderOf(market, order))?.state).toBe('awaiting_payment')
      const [task] =
        await market.owner`select kind, amount_minor, currency from private.payment_tasks where order_id = ${order}`
      expect(task).toEqual({ kind: 'refund', amount_minor: 13_090, currency: 'JPY' })
    }))
})

describe('the daily reconciliation', () => {
  test("finds no differences if the books match, and books Stripe's fees", () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createStripeShop(market)
      stripe.lines.length = 0
      const { order } = await payOrder(market, ben, ad)
      await anna.does((sql) => sql`select public.cancel_order(${order})`)
      await settle(market)
      await stripe.deliver()
      for (const line of stripe.lines) line.created -= 7200
      expect(await compare(market)).toEqual([])
      const [fees] = await market.owner<{ minor: string }[]>`
        select sum(posting.amount_minor) as minor from public.ledger_postings posting
        join public.ledger_entries entry on entry.id = posting.entry_id and entry.kind = 'provider_fee'
        join private.ledger_accounts account on account.id = posting.account_id and account.kind = 'fees'`
      expect(Number(fees?.minor)).toBe(-221)
    }))

  test('alerts administrators to entries that one side lacks', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, dora } = await createStripeShop(market)
      await market.owner`update public.profiles set role = 'admin' where id = ${dora.id}`
      stripe.lines.length = 0
      const { order, payment } = await payOrder(market, ben, ad)
      await anna.does((sql) => sql`select public.cancel_order(${order})`)
      // The refund is booked but not made; another payment is refunded in the dashboard.
      await market.owner`select public.take_provider_event('stripe', 'forged', 'refunded', ${`refund ${order}`})`
      await market.owner`select public.handle_provider_events()`
      stripe.line('refund', -500, { id: 're_dashboard', object: 'refund', amount: 500, currency: 'eur', metadata: {} })
      for (const line of stripe.lines) line.created -= 7200
      await market.owner`set constraints all immediate`
      await market.owner`set constraints all deferred`
      await market.owner`alter table public.ledger_entries disable trigger ledger_entries_are_kept`
      await market.owner`update public.ledger_entries set created_at = now() - interval '3 hours'`
      expect(await compare(market)).toMatchObject([
        { what: 'refund', reference: 're_dashboard', theirs: 500, ours: null },
        { what: 'refund', reference: `refund ${order}`, theirs: null, ours: 13_090 },
      ])
      const told =
        await market.owner`select payload from public.notifications where user_id = ${dora.id} and kind = 'books_differ'`
      expect(told).toMatchObject([{ payload: { count: 2 } }])
      expect(payment).toMatch(/^pi_/)
      // Stripe's books of the last two days are read again on the next day.
      expect(await compare(market)).toEqual([])
    }))
})
