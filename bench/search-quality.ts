import { costFigure, type Figure, percentile, rateFigure } from './figure.ts'
import type { Market } from './market.ts'

const TOP = 24
/** More candidates than a market has ads: all of them are ranked. */
const ALL = 1_000_000_000
/** Values with a smaller share may be counted as badly as luck has it. */
const SHARE = 0.05

interface Query {
  readonly conditions: string
  readonly ranked: (enough: number) => Promise<string[]>
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
    const halvings = await halvingsOf(market, query.conditions)
    if (halvings === 0) continue
    const exact = await query.ranked(ALL)
    const found = new Set(await query.ranked(1000))
    recalls.push(exact.filter((id) => found.has(id)).length / exact.length)
    errors.push(
      ...facetErrors(await facets(market, query.conditions, 0), await facets(market, query.conditions, halvings)),
    )
  }
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
  const params = JSON.stringify({ q })
  const [row] = await sql<{ conditions: string }[]>`
    select private.search_conditions(${params}::text::jsonb, understood.query)::text as conditions
    from private.understand_query(${q}) as understood`
  const conditions = row?.conditions ?? '{}'
  const ranked = async (enough: number) => {
    const items = await sql<{ id: string }[]>`
      select item ->> 'id' as id from private.understand_query(${q}) as understood, jsonb_array_elements(private.ranked_page(
        ${conditions}::text::jsonb, understood, null, now(), ${TOP}, 'null::float8', ${enough}
      )) as item`
    return items.map(({ id }) => id)
  }
  return { conditions, ranked }
}

async function halvingsOf({ sql }: Market, conditions: string): Promise<number> {
  const [row] = await sql<{ halvings: number }[]>`
    select private.sample_halvings(${conditions}::text::jsonb ->> 'always') as halvings`
  return row?.halvings ?? 0
}

async function facets({ sql }: Market, conditions: string, halvings: number): Promise<Facets> {
  const [row] = await sql<{ facets: Facets }[]>`
    select private.search_facets(${conditions}::text::jsonb, ${halvings}) as facets`
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
