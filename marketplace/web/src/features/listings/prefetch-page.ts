import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../../../contract/paths.ts'
import { MAX_FIRST_PAGES, STILL_AVAILABLE } from '../../../../contract/public-reads.ts'
import { type ChosenPlace, chosenPlace, nearOf } from './chosen-place.ts'
import {
  attributesQuery,
  categoriesQuery,
  categoryCountsQuery,
  freshListingsQuery,
  listingQuery,
  searchQuery,
  sellerListingsQuery,
  sellerQuery,
} from './queries.ts'

type Address = Pick<Location, 'pathname' | 'search'>

/**
 * Fetches what the first paint of a page shows while the page's own code is still loading. The server embeds most of it in the document, so
 * that it is available immediately and nothing shifts.
 * @param place for the home page: the place chosen in this browser, or null for everywhere
 */
export async function prefetchPage(
  queryClient: QueryClient,
  { pathname, search }: Address,
  place: ChosenPlace | null = chosenPlace(),
): Promise<void> {
  const around = [nearOf(place), place?.radiusKm ?? null] as const
  if (pathname === paths.home || pathname === paths.signedInHome) {
    await Promise.all([
      queryClient.prefetchQuery(freshListingsQuery(...around)),
      queryClient.prefetchQuery(categoriesQuery),
      queryClient.prefetchQuery(categoryCountsQuery),
    ])
  } else if (pathname === paths.categories) {
    await Promise.all([queryClient.prefetchQuery(categoriesQuery), queryClient.prefetchQuery(categoryCountsQuery)])
  } else if (pathname === paths.browse) {
    const { readSearch } = await import('../../../../contract/search/read-search.ts')
    const { state } = readSearch(new URLSearchParams(search))
    await Promise.all([
      queryClient.prefetchInfiniteQuery({ ...searchQuery(state), pages: Math.min(state.page, MAX_FIRST_PAGES) }),
      queryClient.prefetchQuery(categoriesQuery),
      state.category && queryClient.prefetchQuery(attributesQuery(state.category)),
    ])
  } else if (pathname.startsWith(paths.listing(''))) {
    const listing = listingQuery(pathname.slice(paths.listing('').length))
    await Promise.all([
      queryClient.prefetchQuery(listing).then(async () => {
        const ad = queryClient.getQueryData(listing.queryKey)
        if (!ad) return
        await Promise.all([
          queryClient.prefetchQuery(attributesQuery(ad.category)),
          ad.state === 'sold' && prefetchStillAvailable(queryClient, ad.id),
        ])
      }),
      queryClient.prefetchQuery(categoriesQuery),
    ])
  } else if (pathname.startsWith(paths.seller(''))) {
    const id = pathname.slice(paths.seller('').length)
    await Promise.all([
      queryClient.prefetchQuery(sellerQuery(id)),
      queryClient.prefetchInfiniteQuery(sellerListingsQuery(id)),
      queryClient.prefetchQuery(categoriesQuery),
    ])
  }
}

/** The page of a sold ad begins with similar ones. */
async function prefetchStillAvailable(queryClient: QueryClient, listingId: string): Promise<void> {
  const { similarQuery } = await import('./detail/queries.ts')
  await queryClient.prefetchQuery(similarQuery(listingId, STILL_AVAILABLE))
}
