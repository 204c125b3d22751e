import { costFigure, type Figure, percentile, rateFigure } from '../figure.ts'
import type { Market } from '../harness/market.ts'

const TOP = 24
/** More candidates than a market has ads: all of them are ranked. */
const ALL = 1_000_000_000
/** So many candidates are ranked for a first page: see search_listings(). */
const FIRST_RANKED = 300
/** With no more ads than this all are ranked. */
const ALL_RANKED = 600
/** With fewer ads than this facets are counted exactly. */
const FEWEST = 2500
/** Values with a smaller share may be counted as badly as luck has it. */
const SHARE = 0.05

interface Query {
  readonly q: string
  /** About how many ads fit. */
  readonly estimate: number
}

type Facets = Readonly<
  Record<'category' | 'condition' | 'type' | 'delivery', { slug?: string; value?: string; count: number }[]>
>

/**
 * What the short cuts of common words cost: how many of the best 24 they find, and how far the sampled facets are off. Measured
 * against ranking and counting every ad, on the searches that take a short cut.
 */
export async function searchQuality(market: Market, queries: readonly string[]): Promise<Figure[]> {
  const recalls: number[] = []
  const errors: number[] = []
  for (const q of queries) {
    const query = await understand(market, q)
    if (query.estimate <= ALL_RANKED) continue
    const exact = await ranked(market, query, ALL)
    const found = new Set(await ranked(market, query, FIRST_RANKED))
    recalls.push(exact.filter((id) => found.has(id)).length / exact.length)
    if (query.estimate < FEWEST) continue
    errors.push(...facetErrors(await facets(market, query, 0), await facets(market, query, query.estimate)))
  }
  // A small market has no words so common.
  if (recalls.length === 0) return []
  const of = `of ${recalls.length} common searches`
  return [
    rateFigure({ name: `recall of the top ${TOP} ${of}, mean`, unit: '', ours: mean(recalls), goal: '0.95' }),
    costFigure({ name: 'facet counts off, values of 5 %, mean', unit: '%', ours: mean(errors) * 100, goal: '5' }),
    costFigure({
      name: 'facet counts off, values of 5 %, p95',
      unit: '%',
      ours: percentile(errors, 0.95) * 100,
      goal: '-',
    }),
  ]
}

async function understand({ sql }: Market, q: string): Promise<Query> {
  const [row] = await sql<{ estimate: number }[]>`
    select (private.search_extent(asked.conditions, null)).estimate::float8 as estimate
    from private.understand_better(private.understand_query(${q}), ${q}) as understood, private.search_conditions('{}', understood.query) as asked`
  return { q, estimate: row?.estimate ?? 0 }
}

/** The best ids when so many candidates are ranked, as of now. */
async function ranked({ sql }: Market, { q, estimate }: Query, enough: number): Promise<string[]> {
  const items = await sql<{ id: string }[]>`
    select item ->> 'id' as id
    from private.understand_better(private.understand_query(${q}), ${q}) as understood, private.search_conditions('{}', understood.query) as asked,
      jsonb_array_elements(private.ranked_page(asked.conditions, understood, ${estimate}::bigint, null, now(),
        ${TOP}, 'null::float8', ${enough})) as item`
  return items.map(({ id }) => id)
}

/** Counted exactly where the estimate is nothing, from a sample where it is large. */
async function facets({ sql }: Market, { q }: Query, estimate: number): Promise<Facets> {
  const [row] = await sql<{ facets: Facets }[]>`
    select (private.search_facets(asked.conditions, '{}', ${estimate}::bigint)).facets as facets
    from private.understand_better(private.understand_query(${q}), ${q}) as understood, private.search_conditions('{}', understood.query) as asked`
  if (!row) throw new Error('no facets')
  return row.facets
}

/** |estimate / count - 1| of each value that has its share of all hits. */
function facetErrors(exact: Facets, estimated: Facets): number[] {
  const total = exact.type.reduce((sum, { count }) => sum + count, 0)
  return (['category', 'condition', 'type', 'delivery'] as const).flatMap((facet) =>
    exact[facet]
      .filter(({ count }) => count >= SHARE * total)
      .map(({ slug, value, count }) => {
        const guess = estimated[facet].find((one) => one.slug === slug && one.value === value)?.count ?? 0
        return Math.abs(guess / count - 1)
      }),
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
