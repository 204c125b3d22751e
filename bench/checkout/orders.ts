import { setTimeout as delay } from 'node:timers/promises'
import type { Market } from '../harness/market.ts'
import type { Person } from '../harness/people.ts'

interface Buying {
  readonly sellers: readonly Person[]
  readonly buyers: readonly Person[]
  readonly orders: number
  readonly atOnce: number
}

export interface Bought {
  /** Milliseconds of each request, by step. */
  readonly waits: Readonly<Record<string, readonly number[]>>
  /** Time spent creating the ads. */
  readonly preparedSeconds: number
}

type Call = (person: Person, path: string, body: object) => Promise<unknown>

/** Buys one ad after another from the first request to the receipt, `atOnce` orders at a time. @throws when a request is refused */
export async function buyAll(market: Market, { sellers, buyers, orders, atOnce }: Buying): Promise<Bought> {
  const startedAt = performance.now()
  const ads = await adsOf(market, sellers, orders)
  const call = await callerOf(market, [...sellers, ...buyers])
  const preparedSeconds = (performance.now() - startedAt) / 1000
  const waits: Record<string, number[]> = {}
  const timed = async <T>(step: string, work: Promise<T>): Promise<T> => {
    const from = performance.now()
    const answer = await work
    const samples = waits[step] ?? []
    waits[step] = samples
    samples.push(performance.now() - from)
    return answer
  }
  let next = 0
  const buyNext = async (): Promise<void> => {
    const at = next++
    const ad = ads[at]
    const buyer = buyers[at % buyers.length]
    const seller = sellers.find(({ id }) => id === ad?.seller_id)
    if (!ad || !buyer || !seller) return
    const begun = call(buyer, 'rest/v1/rpc/start_order', { listing_ids: [ad.id], delivery: 'ship' })
    const { order_id } = (await timed('start', begun)) as { order_id: string } // the answer of start_order
    await timed('begin payment', call(buyer, 'functions/v1/payments', { order_id }))
    await timed('pay', call(buyer, 'functions/v1/payments-test', { order_id, card: 'ok' }))
    await timed('book', booked(market, order_id))
    const parcel = { order_id, carrier: 'CTT', tracking: `DA ${at} 123` }
    await timed('ship', call(seller, 'rest/v1/rpc/mark_shipped', parcel))
    await timed('confirm', call(buyer, 'rest/v1/rpc/confirm_receipt', { order_id }))
    return buyNext()
  }
  await Promise.all(Array.from({ length: atOnce }, buyNext))
  return { waits, preparedSeconds }
}

/** Waits until the provider's reports are booked. */
async function booked({ sql }: Market, order: string): Promise<void> {
  const until = performance.now() + 60_000
  for (;;) {
    const [bought] = await sql<
      { is_paid: boolean }[]
    >`select paid_at is not null as is_paid from public.orders where id = ${order}`
    if (bought?.is_paid) return
    if (performance.now() > until) throw new Error('a payment was not booked within a minute')
    await delay(10)
  }
}

/** Inserts directly, because publishing is not measured here. */
function adsOf({ sql }: Market, sellers: readonly Person[], count: number) {
  const ids = sellers.map(({ id }) => id)
  return sql<{ id: string; seller_id: string }[]>`
    insert into public.listings (seller_id, category, title, description, price_minor, condition, city, area, lat, lng, delivery, ship_cost_minor,
      state, first_published_at, expires_at)
    select (${sql.array(ids, 2950)}::uuid[])[1 + number % ${ids.length}::integer], 'armchairs', 'Reading chair ' || number,
      'Bought two years ago, sat in on Sundays only. Comes with its cushion.', 12000, 'good', 'Lisbon', 'Estrela', 38.7131, -9.1594, 'both', 420,
      'active', now(), now() + interval '60 days'
    from generate_series(1, ${count}::integer) as number
    returning id, seller_id`
}

/** Raw requests, so that the client library is not measured. */
async function callerOf({ url, publishableKey }: Market, people: readonly Person[]): Promise<Call> {
  const tokens = new Map<string, string>()
  for (const { id, client } of people) {
    const { data } = await client.auth.getSession()
    tokens.set(id, data.session?.access_token ?? '')
  }
  return async ({ id }, path, body) => {
    const answer = await fetch(`${url}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        apikey: publishableKey,
        authorization: `Bearer ${tokens.get(id)}`,
      },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
