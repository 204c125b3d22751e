import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adsOfSeller, firstPageOf, HOME_SEARCH, laterPageOf } from '../../../../contract/public-reads.ts'
import { searchParams } from '../../../../contract/search/search-params.ts'
import type { Near } from '../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../contract/search/search-state.ts'
import { keys } from '../../lib/data/query-keys.ts'
import {
  fetchAttributes,
  fetchCategories,
  fetchCategoryCounts,
  fetchListing,
  fetchSeller,
  searchListings,
} from './api.ts'
import { buildCategoryTree } from './categories.ts'

/** The category tree rarely changes. */
export const CATEGORIES_STALE_MS = 60 * 60_000
/** Shorter than the app's five minutes, so that new ads show up soon. */
export const FRESH_STALE_MS = 30_000

/** Everything the home page shows of the market, in one request: the newest ads and their number. */
export function freshListingsQuery(near: Near | null, radiusKm: number | null) {
  return queryOptions({
    queryKey: ['search', 'fresh', near, radiusKm],
    queryFn: () =>
      searchListings({
        ...HOME_SEARCH,
        ...(near && { lat: near.lat, lng: near.lng }),
        ...(near && radiusKm !== null && { radius_km: radiusKm }),
      }),
    staleTime: FRESH_STALE_MS,
  })
}

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async () => buildCategoryTree(await fetchCategories()),
  staleTime: CATEGORIES_STALE_MS,
  structuralSharing: false,
})

export const categoryCountsQuery = queryOptions({
  queryKey: ['category-counts'],
  queryFn: fetchCategoryCounts,
})

/** Pages by cursor. Facet counts come with the first page only. */
export function searchQuery(state: SearchState) {
  const params = searchParams(state)
  return infiniteQueryOptions({
    queryKey: ['search', 'browse', params],
    queryFn: ({ pageParam, signal }) =>
      searchListings(pageParam ? laterPageOf(state, pageParam) : firstPageOf(state), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: FRESH_STALE_MS,
  })
}

/** Ads by id, as far as they are still public. */
export function listingsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['search', 'ids', ids],
    queryFn: async () => (await searchListings({ ids: [...ids], limit: Math.max(1, ids.length) })).items,
    enabled: ids.length > 0,
    staleTime: FRESH_STALE_MS,
  })
}

/** A seller's available ads, newest first; with a query, only matching ones. */
export function sellerListingsQuery(sellerId: string, words = '') {
  const params = { ...adsOfSeller(sellerId), ...(words && { q: words }) }
  return infiniteQueryOptions({
    queryKey: ['search', 'seller', sellerId, words],
    queryFn: ({ pageParam, signal }) => searchListings({ ...params, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
}

export function listingQuery(listingId: string) {
  return queryOptions({
    queryKey: keys.listing(listingId),
    queryFn: () => fetchListing(listingId),
    staleTime: FRESH_STALE_MS,
  })
}

export function attributesQuery(category: string) {
  return queryOptions({
    queryKey: ['categories', category, 'attributes'],
    queryFn: () => fetchAttributes(category),
    staleTime: CATEGORIES_STALE_MS,
  })
}

export function sellerQuery(sellerId: string) {
  return queryOptions({ queryKey: ['seller', sellerId], queryFn: () => fetchSeller(sellerId) })
}
