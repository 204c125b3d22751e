import { type Figure, rateFigure } from '../figure.ts'
import type { Market } from '../harness/market.ts'

const TOP = 24
/** So many ads are ranked by their whole text: see private.search_page(). */
const BY_TEXT = 300
/** Of so many ads the newest come first. */
const COMMON = 10_001

interface Query {
  readonly q: string
  /** How many ads fit, 10,001 for more. */
  readonly total: number
}

/** How many of the 24 best by whole texts are on the first page of common words, which goes by titles and newness. */
export async function searchQuality(market: Market, queries: readonly string[]): Promise<Figure[]> {
  const recalls: number[] = []
  for (const q of queries) {
    const query = await understand(market, q)
    if (query.total <= BY_TEXT) continue
    const exact = await ranked(market, query, 1, COMMON)
    const found = new Set(await ranked(market, query, query.total, BY_TEXT))
    recalls.push(exact.filter((id) => found.has(id)).length / exact.length)
  }
  // A small market has no words so common.
  if (recalls.length === 0) return []
  const mean = recalls.reduce((sum, value) => sum + value, 0) / recalls.length
  return [
    rateFigure({
      name: `top ${TOP} by whole texts on the first page, ${recalls.length} common searches, mean`,
      unit: '',
      ours: mean,
      goal: '-',
    }),
  ]
}

async function understand({ sql }: Market, q: string): Promise<Query> {
  const [row] = await sql<{ total: number }[]>`
    select private.count_found(asked.conditions) as total
    from private.understand_query(${q}) as understood, private.search_conditions('{}', understood.query, understood.being) as asked`
  return { q, total: row?.total ?? 0 }
}

/** The best ids by the order for so many matches, so many of them by their whole text, as of now. */
async function ranked({ sql }: Market, { q }: Query, total: number, byText: number): Promise<string[]> {
  const items = await sql<{ id: string }[]>`
    select item ->> 'id' as id
    from private.understand_query(${q}) as understood, private.search_conditions('{}', understood.query, understood.being) as asked,
      private.search_page(asked.conditions, understood, ${total}, 'relevance', null, now(), ${TOP}, 'null::float8', ${byText}) as ranked,
      jsonb_array_elements(ranked.page) as item`
  return items.map(({ id }) => id)
}
