import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  fetchAttributes,
  fetchCategories,
  fetchCategoryCounts,
  fetchListing,
  fetchSeller,
  fetchSimilar,
  searchListings,
} from './api.ts'
import { buildCategoryTree } from './categories.ts'
import type { Near, SearchState } from './search-state.ts'
import { searchParams } from './search-state.ts'

/** The tree changes with a release, not with a visit. */
const CATEGORIES_STALE_MS = 60 * 60_000
/** Fresh things should be fresh: shorter than the app's five minutes. */
const FRESH_STALE_MS = 30_000

/** Everything the home page shows of the market, in one request: the newest ads, how many there are, what they cost. */
export function freshListingsQuery(near: Near | null, radiusKm: number | null) {
  return queryOptions({
    queryKey: ['search', 'fresh', near, radiusKm],
    queryFn: () =>
      searchListings({
        sort: 'newest',
        limit: 48,
        facets: true,
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

/** Pages of 24, by cursor. Counts of the filters come with the first page only. */
export function searchQuery(state: SearchState) {
  const params = searchParams(state)
  return infiniteQueryOptions({
    queryKey: ['search', 'browse', params],
    queryFn: ({ pageParam, signal }) =>
      searchListings(
        pageParam ? { ...params, limit: 24, cursor: pageParam } : { ...params, limit: 24, facets: true },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: FRESH_STALE_MS,
  })
}

/** How many ads a search would find, without fetching them. */
export function countQuery(state: SearchState) {
  const params = searchParams(state)
  return queryOptions({
    queryKey: ['search', 'count', params],
    queryFn: async ({ signal }) => (await searchListings({ ...params, limit: 1 }, signal)).total,
  })
}

/** Ads by id, as far as they are still shown to everyone. */
export function listingsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['search', 'ids', ids],
    queryFn: async () => (await searchListings({ ids: [...ids], limit: Math.max(1, ids.length) })).items,
    enabled: ids.length > 0,
    staleTime: FRESH_STALE_MS,
  })
}

export function sellerListingsQuery(sellerId: string) {
  return infiniteQueryOptions({
    queryKey: ['search', 'seller', sellerId],
    queryFn: ({ pageParam, signal }) =>
      searchListings({ seller: sellerId, sort: 'newest', limit: 24, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
}

export function listingQuery(listingId: string) {
  return queryOptions({
    queryKey: ['listing', listingId],
    queryFn: () => fetchListing(listingId),
    staleTime: FRESH_STALE_MS,
  })
}

export function similarQuery(listingId: string) {
  return queryOptions({ queryKey: ['listing', listingId, 'similar'], queryFn: () => fetchSimilar(listingId, 5) })
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
