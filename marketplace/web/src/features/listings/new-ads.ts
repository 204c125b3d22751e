import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { searchParams } from '../../../../contract/search/search-params.ts'
import type { SearchState } from '../../../../contract/search/search-state.ts'
import { searchListings } from './api.ts'

/** The result of polling for new ads, compared with the first poll. */
export interface NewAds {
  /** Ids of the newest ads in the first poll. */
  known: readonly string[]
  /** Number of ads newer than those. */
  count: number
  /** Whether there may be more than were fetched. */
  isMore: boolean
}

/**
 * Compares the newest ids, newest first, with the first poll (null: this is it). Compares ids, not times: the clocks of browser and server
 * may differ.
 */
export function countNewAds(first: Pick<NewAds, 'known'> | null, newest: readonly string[], looked: number): NewAds {
  if (first === null) return { known: newest, count: 0, isMore: false }
  const at = newest.findIndex((id) => first.known.includes(id))
  if (at >= 0) return { known: first.known, count: at, isMore: false }
  return { known: first.known, count: newest.length, isMore: newest.length >= looked }
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
