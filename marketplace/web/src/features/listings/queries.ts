import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { adsOfSeller, firstPageOf, HOME_SEARCH, laterPageOf } from '../../../../contract/public-reads.ts'
import { searchParams } from '../../../../contract/search/search-params.ts'
import type { Near } from '../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../contract/search/search-state.ts'
import { keys } from '../../lib/data/query-keys.ts'
import {
  fetchAttributes,
  fetchCategories,
  fetchCategoryCounts,
  fetchCategoryWords,
  fetchDescriptions,
  fetchListing,
  fetchListingFate,
  fetchSeller,
  searchListings,
} from './api.ts'
import { buildCategoryTree } from './categories.ts'
import { countNewAds, type NewAds } from './new-ads.ts'

/** The category tree rarely changes. */
const CATEGORIES_STALE_MS = 60 * 60_000
/** Shorter than the app's five minutes, so that new ads show up soon. */
const FRESH_STALE_MS = 30_000

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

/** Used by the list view only; the previous descriptions stay while more are loaded. */
export function descriptionsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['descriptions', ids],
    queryFn: () => fetchDescriptions(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Only for finding a category by its name in another language. */
export const categoryWordsQuery = queryOptions({
  queryKey: ['category-words'],
  queryFn: fetchCategoryWords,
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

/** Polling interval for new ads, in milliseconds. */
const NEW_ADS_MS = 15_000

const NEW_ADS_LOOKED = 10

/** How many matching ads were published since a search was read at `readAt` (milliseconds): polls the newest few. */
export function newAdsQuery(queryClient: QueryClient, state: SearchState, readAt: number) {
  const params = { ...searchParams(state), sort: 'newest', limit: NEW_ADS_LOOKED } as const
  const queryKey = ['search', 'new', params, readAt]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const { items } = await searchListings(params, signal)
      const first = queryClient.getQueryData<NewAds>(queryKey) ?? null
      return countNewAds(
        first,
        items.map(({ id }) => id),
        NEW_ADS_LOOKED,
      )
    },
    enabled: readAt > 0,
    refetchInterval: NEW_ADS_MS,
    // Refetch immediately when the user returns to the page.
    staleTime: 0,
    retry: false,
  })
}

/** Explains the rank of each of the first ads. */
export function whyQuery(state: SearchState) {
  const params = searchParams(state)
  return queryOptions({
    queryKey: ['search', 'why', params],
    queryFn: ({ signal }) => searchListings({ ...params, limit: 10, explain: true }, signal),
    staleTime: FRESH_STALE_MS,
  })
}

/** Newest listings in a category; fallback for empty pages. */
export function newestOfQuery(category: string) {
  return queryOptions({
    queryKey: ['search', 'newest-of', category],
    queryFn: ({ signal }) => searchListings({ category, sort: 'newest', limit: 5 }, signal),
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

export function listingFateQuery(listingId: string) {
  return queryOptions({ queryKey: keys.listing(listingId, 'fate'), queryFn: () => fetchListingFate(listingId) })
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
