import { type Figure, rateFigure } from '../figure.ts'
import type { Market } from '../harness/market.ts'

const TOP = 24
/** With no more ads than this all are ranked by their whole text: see private.ranked_page(). */
const RANKED_BY_TEXT = 1200

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
    if (query.total <= RANKED_BY_TEXT) continue
    const exact = await ranked(market, query, RANKED_BY_TEXT)
    const found = new Set(await ranked(market, query, query.total))
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

/** The best ids by the order for so many matches, as of now. */
async function ranked({ sql }: Market, { q }: Query, total: number): Promise<string[]> {
  const items = await sql<{ id: string }[]>`
    select item ->> 'id' as id
    from private.understand_query(${q}) as understood, private.search_conditions('{}', understood.query, understood.being) as asked,
      private.ranked_page(asked.conditions, understood, ${total}, null, now(), ${TOP}, 'null::float8') as ranked,
      jsonb_array_elements(ranked.page) as item`
  return items.map(({ id }) => id)
}
