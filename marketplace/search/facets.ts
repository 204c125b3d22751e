import type { CountedFacets } from './engine.ts'

interface Bucket {
  readonly key: string | number
  readonly doc_count: number
}

/** One aggregation of `facetAggregations()` in a response. */
export interface FacetResult {
  readonly doc_count: number
  readonly of: {
    readonly doc_count?: number
    readonly buckets?: readonly Bucket[] | Readonly<Record<string, Bucket>>
    readonly values?: { readonly buckets: readonly Bucket[] }
  }
}

const listOf = (result: FacetResult | undefined): readonly Bucket[] => Object.values(result?.of.buckets ?? {})

function valuesOf(result: FacetResult | undefined) {
  return listOf(result)
    .map(({ key, doc_count }) => ({ value: String(key), count: doc_count }))
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
}

/** Reads the aggregations of a search. */
export function readFacets(results: Readonly<Record<string, FacetResult>>): CountedFacets {
  const ways = new Map(valuesOf(results.delivery).map(({ value, count }) => [value, count]))
  const both = ways.get('both') ?? 0
  const ofAttributes = Object.entries(results).filter(([facet]) => facet.startsWith('attributes'))
  return {
    counted: {
      prices: (results.price?.of.values?.buckets ?? []).map(({ key, doc_count }) => ({
        value: Number(key),
        ads: doc_count,
      })),
      totals: Object.fromEntries(ofAttributes.map(([facet, { doc_count }]) => [facet, doc_count])),
      facts: ofAttributes.flatMap(([facet, result]) =>
        listOf(result).map(({ key, doc_count }) => {
          const [name = '', value = ''] = String(key).split(/=(.*)/s)
          return { facet, key: name, value: JSON.parse(value) as unknown, ads: doc_count }
        }),
      ),
    },
    plain: {
      category: valuesOf(results.category).map(({ value, count }) => ({ slug: value, count })),
      condition: valuesOf(results.condition),
      type: valuesOf(results.type),
      delivery: ['pickup', 'ship'].map((value) => ({ value, count: both + (ways.get(value) ?? 0) })),
      seller_type: valuesOf(results.seller_type),
      with_photo: results.with_photo?.of.doc_count ?? 0,
      posted: listOf(results.posted)
        .map(({ key, doc_count }) => ({ days: Number(key), count: doc_count }))
        .sort((left, right) => left.days - right.days),
    },
  }
}
