import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { createMarketDay } from './market-day.ts'

const STEPS = [
  ...Array<'start'>(8).fill('start'),
  ...Array<'pay'>(10).fill('pay'),
  ...Array<'ship'>(6).fill('ship'),
  ...Array<'confirm'>(3).fill('confirm'),
  ...Array<'clock'>(4).fill('clock'),
  ...Array<'provider'>(4).fill('provider'),
  ...Array<'dispute'>(4).fill('dispute'),
  'code',
  'cancel',
  'offer_refund',
  'accept_refund',
  'withdraw',
  'escalate',
  'decide',
  'charge_back',
  'win_back',
  'payout',
  'payout_failed',
  'relist',
  'hide',
] as const

/** One attempted step: user, index of an existing order, number. */
const lives = fc.array(
  fc.record({ what: fc.constantFrom(...STEPS), on: fc.nat({ max: 7 }), amount: fc.integer({ min: 0, max: 13_000 }) }),
  { minLength: 25, maxLength: 50, size: 'max' },
)
type Step = { what: (typeof STEPS)[number]; on: number; amount: number }

/** `ORDER_LIVES=300` makes it 10,000 steps and more. */
const LIVES = Number(process.env.ORDER_LIVES ?? 12)

interface Shop {
  readonly market: Market
  readonly seller: Person
  readonly buyers: readonly Person[]
  readonly moderator: Person
  readonly ads: readonly string[]
}

/** Stores and handles a provider event; every fourth is delivered twice. */
async function report({ owner }: Market, kind: string, reference: string, on: number): Promise<void> {
  const id = `${kind} ${reference}${on === 1 ? randomUUID() : ''}`
  for (let times = on % 4 === 0 ? 2 : 1; times > 0; times -= 1) {
    await owner`select public.take_provider_event('test', ${id}, ${kind}, ${reference})`
    await owner`select public.handle_provider_events()`
  }
}

async function take(shop: Shop, { what, on, amount }: Step): Promise<void> {
  const { market, seller, buyers, moderator, ads } = shop
  const { owner } = market
  const orders = await owner<{ id: string; buyer_id: string; delivery: string }[]>`
    select id, buyer_id, delivery from public.orders
    where seller_id = ${seller.id} order by state in ('completed', 'cancelled', 'expired', 'refunded'), id limit 8`
  const chosen = orders[on % Math.max(1, orders.length)]
  const buyer = buyers.find(({ id }) => id === chosen?.buyer_id) ?? buyers[0]
  const order = chosen?.id ?? randomUUID()
  if (!buyer) throw new Error('no buyer')
  const by = (person: Person, statement: (sql: TransactionSql) => Promise<unknown>) =>
    person.does(statement).catch((error: { code?: string }) => {
      if (!error.code?.startsWith('SK')) throw error
    })
  const [paid] = await owner<{ reference: string }[]>`
    select reference from private.payments where order_id = ${order} order by created_at limit 1`
  switch (what) {
    case 'start': {
      const wanted = on % 3 === 0 ? ads : [ads[on % ads.length] ?? '']
      await by(
        buyers[amount % buyers.length] ?? buyer,
        (sql) => sql`select public.start_order(${sql.array([...wanted], 2950)}, ${amount % 2 ? 'ship' : 'meet'})`,
      )
      return
    }
    case 'pay': {
      const reference = on % 5 === 0 ? `second ${order}` : `first ${order}`
      if (chosen) await owner`select public.record_payment(${order}, 'test', ${reference})`
      return report(market, on === 6 ? 'failed' : 'succeeded', reference, on)
    }
    case 'ship':
      await by(seller, (sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
      return
    case 'confirm':
      await by(buyer, (sql) => sql`select public.confirm_receipt(${order})`)
      return
    case 'code':
      await by(buyer, async (sql) => {
        const [row] = await sql<{ code: string }[]>`select public.show_order_code(${order}) as code`
        await by(seller, (own) => own`select public.enter_order_code(${order}, ${row?.code ?? ''})`)
      })
      return
    case 'cancel':
      await by(on % 2 ? buyer : seller, (sql) => sql`select public.cancel_order(${order}, 'changed my mind')`)
      return
    case 'clock':
      await owner`update private.order_deadlines set due_at = now() - interval '1 second' where order_id = ${order}`
      await owner`select private.pass_deadlines(), private.pass_deadlines()`
      return
    case 'dispute':
      await by(
        buyer,
        (sql) =>
          sql`select public.open_dispute(${order}, 'damaged', 'It is broken in two.', ${on % 2 ? amount + 1 : null})`,
      )
      return
    case 'offer_refund':
      await by(seller, (sql) => sql`select public.offer_refund(${order}, ${amount})`)
      return
    case 'accept_refund':
      await by(buyer, (sql) => sql`select public.accept_refund(${order})`)
      return
    case 'withdraw':
      await by(buyer, (sql) => sql`select public.withdraw_dispute(${order})`)
      return
    case 'escalate':
      await by(on % 2 ? buyer : seller, (sql) => sql`select public.escalate_dispute(${order})`)
      return
    case 'decide':
      await by(moderator, (sql) => sql`select public.decide_dispute(${order}, ${amount}, 'As the photos show.')`)
      return
    case 'charge_back':
      return report(market, 'disputed', paid?.reference ?? order, on)
    case 'win_back':
      return report(market, 'dispute_won', paid?.reference ?? order, on)
    case 'payout':
      await by(seller, (sql) => sql`select public.request_payout(${randomUUID()})`)
      return
    case 'payout_failed':
    case 'provider':
      return runTasks(market, what === 'payout_failed', on)
    case 'relist':
      await by(seller, (sql) => sql`select public.relist_listing(${ads[on % ads.length] ?? ''})`)
      return
    case 'hide':
      if (on === 0) await by(moderator, (sql) => sql`select public.hide_listing(${ads[0] ?? ''}, 'It breaks a rule.')`)
  }
}

/** The provider executes its tasks, or its bank rejects the payouts. */
async function runTasks(market: Market, refuses: boolean, on: number): Promise<void> {
  const tasks = await market.owner<{ key: string; kind: string }[]>`
    select key, kind from private.payment_tasks where done_at is null and kind in ('refund', 'payout') order by key`
  for (const { key, kind } of tasks) {
    await report(market, kind === 'refund' ? 'refunded' : refuses ? 'payout_failed' : 'paid_out', key, on)
  }
}

const HOLDING = ['paid', 'shipped', 'delivered', 'disputed', 'returning']

/** Invariants after every step: the books match the states. */
async function check({ owner }: Market, seller: string): Promise<void> {
  const [sums] = await owner<{ all: string | null; lost: string | null }[]>`
    select sum(amount_minor) as all from public.ledger_postings`
  expect(Number(sums?.all ?? 0)).toBe(0)
  const orders = await owner<{ state: string; total_minor: number; held: string; refund: string }[]>`
    select bought.state, bought.total_minor,
      coalesce((select balance_minor from private.ledger_accounts where kind = 'held' and order_id = bought.id), 0) as held,
      coalesce((select balance_minor from private.ledger_accounts where kind = 'refund' and order_id = bought.id), 0) as refund
    from public.orders bought where bought.seller_id = ${seller}`
  for (const { state, total_minor, held } of orders) {
    expect([state, Number(held)]).toEqual([state, HOLDING.includes(state) ? total_minor : 0])
  }
  // Each successful payment is in the books once.
  const [unbooked] = await owner<{ count: number }[]>`
    select count(*)::integer as count from private.payments payment
    join public.orders bought on bought.id = payment.order_id and bought.seller_id = ${seller}
    where (payment.state = 'succeeded') <> exists (select from public.ledger_entries where reference = 'payment ' || payment.reference)`
  expect(unbooked?.count).toBe(0)
  const [kept] = await owner<{ wrong: number }[]>`
    select count(*)::integer as wrong from private.ledger_accounts account
    where account.kind in ('held', 'refund', 'balance', 'payout') and account.balance_minor <> coalesce((
      select sum(posting.amount_minor) from public.ledger_postings posting where posting.account_id = account.id), 0)`
  expect(kept?.wrong).toBe(0)
  // An ad is reserved for an order exactly while the order is open.
  const twice = await owner`
    select item.listing_id from public.order_items item join public.orders bought on bought.id = item.order_id
    where bought.seller_id = ${seller} and bought.state in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'disputed', 'returning')
    group by item.listing_id having count(*) > 1`
  expect(twice).toEqual([])
}

test('no sequence of steps loses, duplicates or strands money', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(lives, (steps) =>
      onMarket(async (market) => {
        await market.owner`update private.order_settings set payments = 'test'`
        await market.owner`update public.rate_limits set allowed = 100000`
        const { anna, ben, cleo, dora, ad } = await createMarketDay(market, { delivery: 'both', ship_cost_minor: 420 })
        const other = await market.adOf(anna, { delivery: 'both', price_minor: 900 })
        await market.owner`update public.profiles set role = 'moderator' where id = ${dora.id}`
        const shop = { market, seller: anna, buyers: [ben, cleo], moderator: dora, ads: [ad, other] }
        for (const step of steps) {
          await take(shop, step)
          await check(market, anna.id)
        }
        // All deadlines pass, all disputes are decided, and the provider completes its tasks.
        for (let round = 0; round < 4; round += 1) {
          await market.owner`update private.order_deadlines set due_at = now() - interval '1 second'`
          await market.owner`select private.pass_deadlines()`
          const open = await market.owner<{ order_id: string }[]>`
            select dispute.order_id from public.disputes dispute join public.orders bought on bought.id = dispute.order_id
            where bought.seller_id = ${anna.id} and dispute.ended_at is null`
          for (const { order_id } of open) {
            await dora.does((sql) => sql`select public.decide_dispute(${order_id}, 100, 'As the photos show.')`)
          }
          await runTasks(market, false, 3)
        }
        await market.owner`set constraints all immediate`
        await check(market, anna.id)
        const [stuck] = await market.owner<{ count: number }[]>`
          select count(*)::integer as count from private.ledger_accounts account
          join public.orders bought on bought.id = account.order_id and bought.seller_id = ${anna.id} where account.balance_minor <> 0`
        expect(stuck?.count).toBe(0)
      }),
    ),
    { numRuns: LIVES, endOnFailure: true },
  )
})
