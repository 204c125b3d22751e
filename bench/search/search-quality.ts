import { type Figure, rateFigure } from '../figure.ts'
import type { Market } from '../harness/market.ts'

const TOP = 24
/** More candidates than a market has ads: all of them are ranked. */
const ALL = 1_000_000_000
/** So many are ranked for a first page: see search_listings(). */
const FIRST_RANKED = 400
/** With no more ads than this all are ranked. */
const ALL_RANKED = 600

interface Query {
  readonly q: string
  /** How many ads fit, 10,001 for more. */
  readonly total: number
}

/** What the short cut of common words costs: how many of the best 24 it finds, against ranking every ad. */
export async function searchQuality(market: Market, queries: readonly string[]): Promise<Figure[]> {
  const recalls: number[] = []
  for (const q of queries) {
    const query = await understand(market, q)
    if (query.total <= ALL_RANKED) continue
    const exact = await ranked(market, query, ALL)
    const found = new Set(await ranked(market, query, FIRST_RANKED))
    recalls.push(exact.filter((id) => found.has(id)).length / exact.length)
  }
  // A small market has no words so common.
  if (recalls.length === 0) return []
  const mean = recalls.reduce((sum, value) => sum + value, 0) / recalls.length
  return [
    rateFigure({
      name: `recall of the top ${TOP} of ${recalls.length} common searches, mean`,
      unit: '',
      ours: mean,
      goal: '1',
    }),
  ]
}

async function understand({ sql }: Market, q: string): Promise<Query> {
  const [row] = await sql<{ total: number }[]>`
    select private.count_found(asked.conditions) as total
    from private.understand_query(${q}) as understood, private.search_conditions('{}', understood.query, understood.being) as asked`
  return { q, total: row?.total ?? 0 }
}

/** The best ids when so many candidates are ranked, as of now. */
async function ranked({ sql }: Market, { q, total }: Query, enough: number): Promise<string[]> {
  const items = await sql<{ id: string }[]>`
    select item ->> 'id' as id
    from private.understand_query(${q}) as understood, private.search_conditions('{}', understood.query, understood.being) as asked,
      jsonb_array_elements(private.ranked_page(asked.conditions, understood, ${enough === ALL ? 0 : total}, null, now(),
        ${TOP}, 'null::float8', ${enough === ALL ? 1 : enough})) as item`
  return items.map(({ id }) => id)
}
