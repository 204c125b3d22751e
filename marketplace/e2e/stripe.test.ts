import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Movement } from '../payments/provider.ts'
import { createStripe } from '../payments/stripe/client.ts'
import { stripeMovements } from '../payments/stripe/movements.ts'
import { newBrowserUser, signIn } from './browser.ts'
import { answerForStripe, CARDS } from './stripe-script.ts'
import { openStripeShop, PASSWORD, Refused, type Shopper, type StripeShop } from './stripe-shop.ts'

/**
 * With Stripe's stand-in: a buyer pays in the form on its page, and then the whole market is ended again and again. People buy, sell, pay, cancel and complain over HTTP, four at a time, and Stripe's stand-in sends its webhooks, while the server and its
 * database are ended by kill -9. Afterwards the books must agree with Stripe's, and no money may be held for ever.
 * `ORDER_KILL_STEPS=10000` for a long run; `ORDER_KILL_SEED` for the same steps again.
 */
const STEPS = Number(process.env.ORDER_KILL_STEPS ?? 60)
const SEED = Number(process.env.ORDER_KILL_SEED ?? Date.now())
/** Steps from one kill to the next. */
const LIFE = Number(process.env.ORDER_KILL_LIFE ?? 30)
const AT_ONCE = 4
const KINDS = [
  ...[
    'start',
    'start',
    'start',
    'pay',
    'pay',
    'pay',
    'pay',
    'ship',
    'ship',
    'confirm',
    'confirm',
    'webhooks',
    'webhooks',
  ],
  ...[
    'cancel',
    'clock',
    'clock',
    'dispute',
    'offer',
    'accept',
    'decide',
    'chargeback',
    'win',
    'payout',
    'settle_payouts',
  ],
] as const
const aStep = fc.record({
  kind: fc.constantFrom(...KINDS),
  on: fc.nat({ max: 99 }),
  amount: fc.integer({ min: 1, max: 13_000 }),
})
type Step = typeof aStep extends fc.Arbitrary<infer One> ? One : never

let shop: StripeShop
/** What the server said had happened. */
const acknowledged: { order: string; event: string }[] = []

beforeAll(async () => {
  shop = await openStripeShop()
})
afterAll(() => shop?.close())

interface Order {
  readonly id: string
  readonly buyer_id: string
  readonly seller_id: string
  readonly state: string
  readonly payment: string | null
}

/** States of an order in which a step may be taken. */
const FITS: Readonly<Partial<Record<Step['kind'], readonly string[]>>> = {
  pay: ['awaiting_payment'],
  ship: ['paid'],
  confirm: ['shipped', 'delivered'],
  cancel: ['awaiting_payment', 'paid'],
  dispute: ['shipped', 'delivered'],
  offer: ['disputed'],
  accept: ['disputed'],
  decide: ['disputed'],
  chargeback: ['paid', 'shipped', 'delivered', 'completed', 'refunded'],
  win: ['charged_back'],
}

const OVER = ['completed', 'cancelled', 'expired', 'refunded', 'charged_back']

const ordersNow = () =>
  shop.ask(
    (sql) => sql<Order[]>`
      select bought.id, bought.buyer_id, bought.seller_id, bought.state,
        (select reference from private.payments where order_id = bought.id order by created_at desc limit 1) as payment
      from public.orders bought order by bought.state in ${sql(OVER)}, bought.created_at desc limit 30`,
  )

async function take({ kind, on, amount }: Step): Promise<void> {
  const { stripe, call, ask } = shop
  const orders = await ordersNow()
  // Mostly where it may be done, now and then where it may not.
  const fitting = on % 6 === 0 ? orders : orders.filter(({ state }) => FITS[kind]?.includes(state) ?? true)
  const order = fitting[amount % Math.max(1, fitting.length)]
  const personOf = (id: string | undefined): Shopper => {
    const found = [...shop.sellers, ...shop.buyers].find((one) => one.id === id)
    if (!found) throw new Refused('none', 'no such person')
    return found
  }
  const tell = async (part: 'buyer' | 'seller', verb: string, given: object, event?: string): Promise<void> => {
    if (!order) return
    const who = personOf(part === 'buyer' ? order.buyer_id : order.seller_id)
    await call(who, `rest/v1/rpc/${verb}`, { order_id: order.id, ...given })
    if (event) acknowledged.push({ order: order.id, event })
  }
  switch (kind) {
    case 'start': {
      const ad = shop.ads[on % shop.ads.length]
      if (!ad) return
      await ask(
        (sql) => sql`
        update public.listings set state = 'active' where id = ${ad.id} and state in ('sold', 'paused')`,
      )
      const buyer = shop.buyers[amount % shop.buyers.length]
      if (!buyer) return
      const given = { listing_ids: [ad.id], delivery: amount % 5 === 0 ? 'meet' : 'ship' }
      const begun = (await call(buyer, 'rest/v1/rpc/start_order', given)) as { order_id: string } // its answer
      acknowledged.push({ order: begun.order_id, event: 'start' })
      await call(buyer, 'functions/v1/payments', { order_id: begun.order_id })
      return
    }
    case 'pay':
      if (order)
        await call(personOf(order.buyer_id), 'functions/v1/payments', { order_id: order.id }).catch(ignoreRefusal)
      if (order?.payment)
        atStripe(() => stripe.pay(order.payment ?? '', { declined: on % 9 === 0, challenged: on % 11 === 0 }))
      // At times the event waits for a later step.
      if (on % 3 > 0) await stripe.deliver({ shuffled: true })
      return
    case 'webhooks':
      return on % 20 === 0 ? stripe.deliverAgain(30) : stripe.deliver({ shuffled: true })
    case 'ship':
      return tell('seller', 'mark_shipped', { carrier: 'CTT', tracking: 'DA 123-456' }, 'ship')
    case 'confirm':
      return tell('buyer', 'confirm_receipt', {}, 'confirm')
    case 'cancel':
      return tell(on % 2 ? 'buyer' : 'seller', 'cancel_order', { reason: 'changed my mind' }, 'cancel')
    case 'dispute':
      return tell(
        'buyer',
        'open_dispute',
        { reason: 'not_received', text: 'It has not come.', wanted_minor: amount },
        'dispute',
      )
    case 'offer':
      return tell('seller', 'offer_refund', { amount_minor: amount })
    case 'accept':
      return tell('buyer', 'accept_refund', {})
    case 'decide':
      if (order) {
        const decision = { order_id: order.id, refund_minor: amount, decision: 'As the tracking shows.' }
        await call(shop.moderator, 'rest/v1/rpc/decide_dispute', decision)
      }
      return
    case 'clock':
      if (order) await passTime([order.id])
      return
    case 'chargeback':
    case 'win': {
      const payment = stripe.payments.get(order?.payment ?? '')
      // A payment is disputed once.
      if (payment?.status !== 'succeeded' || (kind === 'win' ? !payment.disputed : payment.disputed !== undefined))
        return
      atStripe(() => (kind === 'win' ? stripe.winDispute(payment.id) : stripe.dispute(payment.id)))
      return
    }
    case 'payout': {
      const seller = shop.sellers[on % shop.sellers.length]
      if (seller) await call(seller, 'rest/v1/rpc/request_payout', { client_id: randomUUID() })
      return
    }
    case 'settle_payouts':
      stripe.settlePayouts(on % 4 === 0 ? 'failed' : 'paid')
      return stripe.deliver({ shuffled: true })
  }
}

/** What somebody does at Stripe may be too late there. */
function atStripe(action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StandInError')) throw error
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

/** Expires the deadlines of these orders, and makes pending provider tasks due. */
async function passTime(orders: readonly string[]): Promise<void> {
  await shop.ask(async (sql) => {
    await sql`update private.order_deadlines set due_at = now() - interval '1 second' where order_id in ${sql(orders)}`
    await sql`update private.payment_tasks set due_at = now() - interval '1 second' where done_at is null and due_at < 'infinity'`
    await sql`select private.run_job_now('settle-orders')`
  })
}

async function live(steps: readonly Step[], faults: string[]): Promise<void> {
  let at = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let step = steps[at]; step; step = steps[at]) {
        at += 1
        const now = at
        try {
          // Every other time the database as well; the others are in the middle of something.
          if (now % LIFE === LIFE >> 1) await shop.kill(Math.floor(now / LIFE) % 2 === 1)
          else await take(step)
        } catch (error) {
          if (!(error instanceof Refused)) faults.push(`${JSON.stringify(step)} ${String(error)}`)
          // SK948: the provider did not answer. Another code than ours is a fault.
          else if (!/^SK\d{3}$|^none$/.test(error.code) || error.code === 'none') faults.push(error.message)
        }
      }
    }),
  )
}

/** Everything comes to its end by time, moderators and late webhooks alone. */
async function comeToAnEnd(): Promise<void> {
  const { stripe, ask, call, moderator } = shop
  stripe.faults = { lostAnswers: 0, errors: 0, lostEvents: 0, doubledEvents: 0 }
  // What was lost is sent again for three days.
  await stripe.deliverAgain()
  for (const deadline = Date.now() + 240_000; ; await wait(250)) {
    for (const payment of stripe.payments.values()) if (payment.disputed) stripe.winDispute(payment.id)
    stripe.settlePayouts()
    await stripe.deliver()
    const open = await ask(
      (sql) => sql<{ id: string; state: string }[]>`select id, state from public.orders where is_open`,
    )
    for (const { id } of open.filter(({ state }) => state === 'disputed')) {
      const decision = { order_id: id, refund_minor: 5000, decision: 'As the tracking shows.' }
      await call(moderator, 'rest/v1/rpc/decide_dispute', decision).catch(ignoreRefusal)
    }
    const [left] = await ask(
      (sql) => sql<{ tasks: number; events: number }[]>`
      select (select count(*)::integer from private.payment_tasks where done_at is null) as tasks,
        (select count(*)::integer from private.provider_events where handled_at is null) as events`,
    )
    if (open.length + (left?.tasks ?? 1) + (left?.events ?? 1) === 0) return
    if (Date.now() > deadline) {
      const [tasks, events] = await Promise.all([
        ask((sql) => sql`select key, due_at, last_error from private.payment_tasks where done_at is null limit 5`),
        ask(
          (sql) =>
            sql`select event_id, kind, reference, outcome from private.provider_events where handled_at is null limit 5`,
        ),
      ])
      throw new Error(`held for ever: ${JSON.stringify({ open: open.slice(0, 5), tasks, events })}`)
    }
    await passTime([randomUUID(), ...open.map(({ id }) => id)])
  }
}

/** What is wrong: nothing. */
async function wrongInTheBooks(): Promise<readonly unknown[]> {
  const { stripe, ask } = shop
  const client = createStripe({ secretKey: 'sk_test_standin', apiUrl: stripe.url })
  const time = { since: new Date(0), until: new Date(Date.now() + 60_000), accounts: [...stripe.accounts.keys()] }
  const movements: Movement[] = []
  for await (const movement of stripeMovements(client, time)) movements.push(movement)
  const [compared] = await ask(
    (sql) => sql<{ differences: unknown[] }[]>`
    select private.reconcile('stripe', ${sql.json(movements)}, ${time.since}, ${time.until}) as differences`,
  )
  const others = await ask(
    (sql) => sql`
    select 'held or to be refunded' as what, account.order_id::text as which from private.ledger_accounts account
    where account.kind in ('held', 'refund') and account.balance_minor <> 0
    union all
    -- The states of each order follow one another as the table of transitions says.
    select 'step ' || step.event, step.order_id::text from (
      select event.*, lag(event.to_state) over (partition by event.order_id order by event.id) as before, bought.delivery
      from public.order_events event join public.orders bought on bought.id = event.order_id) as step
    where step.event <> 'start' and (step.from_state is distinct from step.before or not exists (
      select from private.order_transitions known where known.from_state = step.from_state and known.event = step.event
        and known.actor = step.actor and known.to_state = step.to_state and known.delivery in ('any', step.delivery)))
    union all
    select 'ad in two orders', item.listing_id::text from public.order_items item join public.orders bought on bought.id = item.order_id
    where bought.is_open group by item.listing_id having count(*) > 1`,
  )
  const events = await ask(
    (sql) => sql<{ order_id: string; event: string }[]>`select order_id, event from public.order_events`,
  )
  const happened = new Set(events.map(({ order_id, event }) => `${order_id} ${event}`))
  const forgotten = acknowledged.filter(({ order, event }) => !happened.has(`${order} ${event}`))
  return [...(compared?.differences ?? []), ...others, ...forgotten]
}

/** What has left or reached Stripe, by its books and by ours. */
async function totals(): Promise<{ theirs: number; ours: number }> {
  const { stripe, ask } = shop
  const ofSellers = [...stripe.accounts.keys()].reduce((sum, account) => sum + stripe.balanceOf(account), 0)
  const [row] = await ask(
    (sql) => sql<{ minor: string | null }[]>`
    select -sum(posting.amount_minor) as minor from public.ledger_postings posting
    join private.ledger_accounts account on account.id = posting.account_id and account.kind = 'provider'
    join public.ledger_entries entry on entry.id = posting.entry_id and entry.kind <> 'provider_fee'`,
  )
  return { theirs: stripe.platformBalance() + ofSellers, ours: Number(row?.minor) }
}

test('a buyer pays in the form of Stripe: an incomplete card, a declined one, a bank that refuses, and one that agrees', async () => {
  const { stripe, buyers, ads, call } = shop
  const [buyer] = buyers
  if (!buyer) throw new Error('no buyer')
  const given = { listing_ids: [ads[0]?.id], delivery: 'ship' }
  const { order_id } = (await call(buyer, 'rest/v1/rpc/start_order', given)) as { order_id: string } // its answer
  const { page, complaints, leave } = await newBrowserUser(shop.url, { phone: true })
  onTestFinished(leave)
  await answerForStripe(page, stripe)
  await signIn(page, buyer.email, PASSWORD)
  await page.waitForURL('**/home')
  await page.goto(`/pay/${order_id}`)
  const pay = async (card: string) => {
    await page.getByLabel('Card number').fill(card)
    await page.getByRole('button', { name: 'Pay €130.90' }).click()
  }
  expect(await page.getByLabel('Card number').getAttribute('data-colours')).toMatch(/rgb\(\d+, \d+, \d+\)/)
  expect(await page.getByLabel('Card number').getAttribute('data-key')).toBe('pk_test_standin')
  await pay('4242')
  // Stripe says so beside the field; the button is there again.
  await page.getByRole('button', { name: 'Pay €130.90' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await pay(CARDS.declined)
  await page.getByRole('alert').getByText('Your card was declined.').first().waitFor()
  await pay(CARDS.refusedByBank)
  await page.waitForURL(/redirect_status=failed/)
  await page.getByRole('alert').getByText('The payment didn’t go through').first().waitFor()
  await pay(CARDS.asked)
  await page.waitForURL(/redirect_status=succeeded/)
  await page.getByText('Confirming your payment').waitFor()
  await stripe.deliver()
  await page.waitForURL(`**/order/${order_id}*`)
  await page.getByText('€130.90').first().waitFor()
  expect(stripe.charges.size).toBe(1)
  expect(complaints).toEqual([])
})

test('kill -9 of server and database between any steps and while webhooks arrive: no money lost, doubled or held for ever', {
  timeout: 3_000_000,
}, async () => {
  const faults: string[] = []
  // Three orders are paid before the first kill, whatever the random steps are.
  for (const on of [1, 2, 3]) {
    await take({ kind: 'start', on, amount: on })
    await take({ kind: 'pay', on: 1, amount: 0 })
  }
  shop.stripe.faults = { lostAnswers: 0.04, errors: 0.04, lostEvents: 0.05, doubledEvents: 0.3 }
  await live(fc.sample(aStep, { numRuns: STEPS, seed: SEED }), faults)
  expect([SEED, faults]).toEqual([SEED, []])
  await comeToAnEnd()
  expect([SEED, await wrongInTheBooks()]).toEqual([SEED, []])
  const { theirs, ours } = await totals()
  expect([SEED, theirs]).toEqual([SEED, ours])
  const [told] = await shop.ask(
    (sql) => sql<{ orders: number; paid: number; entries: number }[]>`
    select count(*)::integer as orders, count(paid_at)::integer as paid, (select count(*)::integer from public.ledger_entries) as entries from public.orders`,
  )
  // The steps reached what they are about.
  expect(told?.paid).toBeGreaterThan(STEPS / 30)
  if (process.env.ORDER_KILL_STEPS) {
    console.log({
      steps: STEPS,
      seed: SEED,
      ...shop.kills,
      acknowledged: acknowledged.length,
      calls: shop.stripe.calls.length,
      ...told,
    })
  }
})
