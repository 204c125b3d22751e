import type { CallerSql } from 'souk-backend'
import type { ListingSearch, SearchFacets } from '../../contract/search/search.ts'
import { type Conditions, without } from '../conditions.ts'
import type { Facets } from '../engine.ts'
import { plainFacets } from '../postgres/facets.ts'
import type { Clause } from '../query.ts'
import { filterOf, filtersOf } from './clauses.ts'

const POSTED_DAYS = [1, 3, 7, 30]
const PLAIN = ['condition', 'type', 'delivery', 'seller_type']
const NAMES = [...PLAIN, 'category', 'with_photo', 'posted', 'price', 'attributes']

interface Bucket {
  readonly key: string | number
  readonly doc_count: number
}

/** One aggregation of a response. */
interface FacetResult {
  readonly doc_count: number
  readonly of: {
    readonly doc_count?: number
    readonly buckets?: readonly Bucket[] | Readonly<Record<string, Bucket>>
    readonly values?: { readonly buckets: readonly Bucket[] }
  }
}

export interface FacetsResponse {
  readonly aggregations: Readonly<Record<string, FacetResult>>
}

/** The body of a search for facets: each counts the ads that match all filters but its own, exactly for any number. */
export function facetsBody(conditions: Conditions, now: string): Clause {
  const own = Object.keys(conditions).filter((name) => NAMES.includes(name) || name.startsWith('attributes.'))
  const counted: Readonly<Record<string, Clause>> = {
    ...Object.fromEntries(PLAIN.map((name) => [name, { terms: { field: name, size: 10 } }])),
    category: { terms: { field: 'path', size: 2000 } },
    with_photo: { filter: { term: { has_photo: true } } },
    posted: {
      range: {
        field: 'published',
        ranges: POSTED_DAYS.map((days) => ({ key: String(days), from: (Date.parse(now) - days * 86_400_000) * 1000 })),
      },
    },
    price: {
      filter: { terms: { type: ['sell', 'wanted'] } },
      aggs: { values: { terms: { field: 'price', size: 10_000 } } },
    },
    attributes: { terms: { field: 'facts', size: 3000 } },
    ...Object.fromEntries(
      own
        .filter((name) => name.startsWith('attributes.'))
        .map((name) => [name, { terms: { field: 'facts', size: 3000 } }]),
    ),
  }
  const under = (facet: string) => ({
    bool: {
      filter: own.flatMap((name) => (name === facet || !conditions[name] ? [] : [filterOf(conditions[name], now)])),
    },
  })
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: filtersOf(without(conditions, ...own), now) } },
    aggs: Object.fromEntries(
      Object.entries(counted).map(([facet, values]) => [facet, { filter: under(facet), aggs: { of: values } }]),
    ),
  }
}

const listOf = (result: FacetResult | undefined): readonly Bucket[] => Object.values(result?.of.buckets ?? {})

/** Parses the aggregations. Labels of attributes come from PostgreSQL. */
export async function readFacets(
  sql: CallerSql,
  { aggregations: results }: FacetsResponse,
  { category, attributes }: Pick<ListingSearch, 'category' | 'attributes'>,
): Promise<Facets> {
  const plain = PLAIN.flatMap((facet) =>
    listOf(results[facet]).map(({ key, doc_count: ads }) => ({ facet, value: String(key), ads })),
  ).sort((a, b) => b.ads - a.ads || (a.value < b.value ? -1 : 1))
  const counts = [
    ...(results.price?.of.values?.buckets ?? []).map(({ key, doc_count: ads }) => ({
      facet: 'price',
      value: String(key),
      facts: null,
      ads,
    })),
    ...Object.entries(results).flatMap(([facet, result]) =>
      facet.startsWith('attributes') ? factsOf(facet, result) : [],
    ),
  ]
  const [row] = await sql<{ told: Pick<SearchFacets, 'price' | 'attributes'> }>`
    select private.facets_told(array(select row(facet, value, facts, ads)::private.facet_count
      from jsonb_to_recordset(${counts}::jsonb) as each (facet text, value text, facts jsonb, ads bigint)), ${category}::text, ${attributes}::jsonb) as told`
  if (!row) throw new Error('no facets')
  const facets = {
    ...row.told,
    ...plainFacets(plain),
    category: listOf(results.category)
      .map(({ key, doc_count: count }) => ({ slug: String(key), count }))
      .sort((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1)),
    with_photo: results.with_photo?.of.doc_count ?? 0,
    posted: listOf(results.posted)
      .map(({ key, doc_count: count }) => ({ days: Number(key), count }))
      .sort((a, b) => a.days - b.days),
  }
  return { facets, areEstimates: false }
}

/** Each value with its number of ads; ads without values are added, so that a facet's sum is its number of ads. */
function factsOf(facet: string, result: FacetResult) {
  const each = listOf(result).map(({ key, doc_count: ads }) => {
    const [name = '', value = ''] = String(key).split(/=(.*)/s)
    return { facet, value: null, facts: { [name]: JSON.parse(value) as unknown }, ads }
  })
  const said = each.reduce((sum, { ads }) => sum + ads, 0)
  return [...each, { facet, value: null, facts: {}, ads: result.doc_count - said }]
}
