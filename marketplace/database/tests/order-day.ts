import type { Market, Person } from './database.ts'
import { createMarketDay } from './market-day.ts'

export interface Order {
  readonly id: string
  readonly state: string
  readonly total_minor: number
  readonly refunded_minor: number
  readonly end_reason: string | null
}

export interface ToPay {
  readonly order_id: string
  readonly total_minor: number
  readonly currency: string
  readonly fee_minor: number
  readonly pay_by: string
}

/** A market where items can be bought with the test provider: Anna sells, Ben and Cleo buy. */
export async function createShop(market: Market, content: Record<string, string | number | null> = {}) {
  await market.owner`update private.order_settings set payments = 'test'`
  return createMarketDay(market, { delivery: 'both', ship_cost_minor: 420, ...content })
}

export const start = async (person: Person, ads: readonly string[], delivery = 'ship') => {
  const [row] = await person.does(
    (sql) => sql<{ order: ToPay }[]>`select public.start_order(${sql.array([...ads], 2950)}, ${delivery}) as order`,
  )
  if (!row) throw new Error('no row')
  return row.order
}

/** A provider event about a payment, stored and handled as the server does. */
export async function report(
  { owner }: Market,
  eventId: string,
  kind: string,
  reference: string,
  details: Record<string, string | number> = {},
) {
  await owner`select public.take_provider_event('test', ${eventId}, ${kind}, ${reference}, ${owner.json(details)})`
  await owner`select public.handle_provider_events()`
}

export async function pay(market: Market, order: string, reference = `pay ${order}`) {
  await market.owner`select public.record_payment(${order}, 'test', ${reference})`
  await report(market, `succeeded ${reference}`, 'succeeded', reference)
}

export const orderOf = async ({ owner }: Market, id: string) => {
  const [order] = await owner<Order[]>`
    select id, state, total_minor, refunded_minor, end_reason from public.orders where id = ${id}`
  return order
}

export const adState = async ({ owner }: Market, ad: string) =>
  (await owner<{ state: string }[]>`select state from public.listings where id = ${ad}`)[0]?.state

/** The balance of each kind of account that an order touches, without zeros. */
export async function books({ owner }: Market, order: string) {
  const rows = await owner<{ kind: string; amount: string }[]>`
    select account.kind, sum(posting.amount_minor) as amount from public.ledger_postings posting
    join private.ledger_accounts account on account.id = posting.account_id
    join public.ledger_entries entry on entry.id = posting.entry_id
    where entry.order_id = ${order} group by account.kind having sum(posting.amount_minor) <> 0 order by account.kind`
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount)]))
}

export const passTime = async ({ owner }: Market, order: string) => {
  await owner`update private.order_deadlines set due_at = now() - interval '1 second' where order_id = ${order}`
  await owner`select private.pass_deadlines()`
}

export const tasks = ({ owner }: Market, order: string) =>
  owner<{ kind: string; amount_minor: number }[]>`
    select kind, amount_minor from private.payment_tasks where order_id = ${order} order by kind`

/** An order of 120.00 with 4.20 shipping and 6.70 protection, paid. */
export async function paid(market: Market, delivery = 'ship') {
  const day = await createShop(market)
  const order = await start(day.ben, [day.ad], delivery)
  await pay(market, order.order_id)
  return { ...day, order: order.order_id }
}

export const shipped = async (market: Market) => {
  const day = await paid(market)
  await day.anna.does((sql) => sql`select public.mark_shipped(${day.order}, 'CTT', 'DA 123-456')`)
  return day
}
