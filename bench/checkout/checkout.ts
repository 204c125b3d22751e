import { costFigure, type Figure, percentile, rateFigure, timeEach } from '../figure.ts'
import { type Market, openMarket } from '../harness/market.ts'
import { aTrustedPerson, type Person } from '../harness/people.ts'
import { fillLedger } from './fill-ledger.ts'
import { type Bought, buyAll } from './orders.ts'

const SELLERS = 20
const BUYERS = 20
const AT_ONCE = 16
const ORDERS = 1500
const LEDGER_ENTRIES = 1_000_000
const READS = 200

/**
 * Runs orders through all states over HTTP with the test provider, each for a different ad, with 20 buyers and 20 sellers; then checks the
 * ledger, and measures a seller's balance in a ledger of a million entries.
 */
export async function checkout(): Promise<Figure[]> {
  const market = await openMarket({ demo: false, environment: { PAYMENTS: 'test' } })
  try {
    const sellers = await people(market, SELLERS)
    const buyers = await people(market, BUYERS)
    const before = performance.now()
    const bought = await buyAll(market, { sellers, buyers, orders: ORDERS, atOnce: AT_ONCE })
    const seconds = (performance.now() - before) / 1000 - bought.preparedSeconds
    await requireEvenBooks(market)
    return [
      rateFigure({ name: 'orders through all states', unit: 'per second', ours: ORDERS / seconds, goal: '50' }),
      ...stepFigures(bought),
      ...(await balanceFigures(market, sellers)),
    ]
  } finally {
    await market.close()
  }
}

const people = (market: Market, count: number) =>
  Promise.all(Array.from({ length: count }, () => aTrustedPerson(market)))

function stepFigures({ waits }: Bought): Figure[] {
  return Object.entries(waits).flatMap(([step, samples]) =>
    [0.5, 0.95].map((share) =>
      costFigure({ name: `order, ${step}, p${share * 100}`, unit: 'ms', ours: percentile(samples, share), goal: '-' }),
    ),
  )
}

/** @throws when money is missing, duplicated or still held after all orders are complete */
async function requireEvenBooks({ sql }: Market): Promise<void> {
  const [books] = await sql<{ orders: number; uneven: number; held: number; problems: number }[]>`
    select (select count(*)::integer from public.orders where state = 'completed') as orders,
      (select count(*)::integer from (select entry_id from public.ledger_postings group by entry_id having sum(amount_minor) <> 0) as one) as uneven,
      (select coalesce(sum(balance_minor), 0)::integer from private.ledger_accounts where kind = 'held') as held,
      (select count(*)::integer from private.book_problems()) as problems`
  if (books?.orders !== ORDERS || books.uneven > 0 || books.held > 0 || books.problems > 0) {
    throw new Error(`the books are wrong: ${JSON.stringify(books)}`)
  }
}

async function balanceFigures(market: Market, sellers: readonly Person[]): Promise<Figure[]> {
  await fillLedger(
    market,
    sellers.map(({ id }) => id),
    LEDGER_ENTRIES,
  )
  const [seller] = sellers
  if (!seller) throw new Error('no seller')
  const claims = JSON.stringify({ role: 'authenticated', sub: seller.id })
  const inDatabase = await market.sql.begin(async (sql) => {
    await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    return timeEach(READS, () => sql`select public.my_balance()`)
  })
  const overHttp = await timeEach(READS, async () => {
    const { error } = await seller.client.rpc('my_balance')
    if (error) throw error
  })
  const name = (where: string) => `balance, ${LEDGER_ENTRIES.toLocaleString('en')} entries, ${where}`
  return [
    costFigure({ name: name('database, p50'), unit: 'ms', ours: percentile(inDatabase, 0.5), goal: '-' }),
    costFigure({ name: name('database, p95'), unit: 'ms', ours: percentile(inDatabase, 0.95), goal: '5 ms' }),
    costFigure({ name: name('HTTP, p50'), unit: 'ms', ours: percentile(overHttp, 0.5), goal: '-' }),
    costFigure({ name: name('HTTP, p95'), unit: 'ms', ours: percentile(overHttp, 0.95), goal: '-' }),
  ]
}
