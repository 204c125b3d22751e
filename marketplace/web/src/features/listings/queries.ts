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
  fetchOwnReason,
  fetchRatingCounts,
  fetchSeller,
  fetchSimilar,
  fetchSold,
  fetchSoldFor,
  searchListings,
} from './api.ts'
import { buildCategoryTree } from './categories.ts'
import { countNewAds, type NewAds } from './new-ads.ts'

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

/** Asked for by the list view alone; the ads before stay while more are asked for. */
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

/** Pages of 24, by cursor. Counts of the filters come with the first page only. */
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

/** How often the results look whether there is something new: milliseconds. */
const NEW_ADS_MS = 15_000

const NEW_ADS_LOOKED = 10

/** How many ads that fit were put up since a search was read at `readAt` (milliseconds): asks for the newest few again and again. */
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
    // Whoever comes back to the page wants to know at once.
    staleTime: 0,
    retry: false,
  })
}

/** Why each of the first ads is where it is. */
export function whyQuery(state: SearchState) {
  const params = searchParams(state)
  return queryOptions({
    queryKey: ['search', 'why', params],
    queryFn: ({ signal }) => searchListings({ ...params, limit: 10, explain: true }, signal),
    staleTime: FRESH_STALE_MS,
  })
}

/** The newest of one category, for pages that have nothing else to show. */
export function newestOfQuery(category: string) {
  return queryOptions({
    queryKey: ['search', 'newest-of', category],
    queryFn: ({ signal }) => searchListings({ category, sort: 'newest', limit: 5 }, signal),
    staleTime: FRESH_STALE_MS,
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

/** What somebody has on offer, the newest first; with words only what fits them. */
export function sellerListingsQuery(sellerId: string, words = '') {
  const params = { ...adsOfSeller(sellerId), ...(words && { q: words }) }
  return infiniteQueryOptions({
    queryKey: ['search', 'seller', sellerId, words],
    queryFn: ({ pageParam, signal }) => searchListings({ ...params, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
}

/** The last things that somebody sold. */
export function soldListingsQuery(sellerId: string) {
  return queryOptions({ queryKey: ['seller', sellerId, 'sold'], queryFn: () => fetchSold(sellerId, 5) })
}

/** What things like this one sold for. */
export function soldForQuery(category: string, condition: string | null) {
  return queryOptions({
    queryKey: ['sold-for', category, condition],
    queryFn: () => fetchSoldFor(category, condition),
    staleTime: CATEGORIES_STALE_MS,
  })
}

export function ratingCountsQuery(sellerId: string) {
  return queryOptions({ queryKey: ['seller', sellerId, 'ratings'], queryFn: () => fetchRatingCounts(sellerId) })
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

export function ownReasonQuery(listingId: string) {
  return queryOptions({ queryKey: keys.listing(listingId, 'own-reason'), queryFn: () => fetchOwnReason(listingId) })
}

export function similarQuery(listingId: string) {
  return queryOptions({ queryKey: keys.listing(listingId, 'similar'), queryFn: () => fetchSimilar(listingId, 5) })
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
