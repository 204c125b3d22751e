import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../../../contract/paths.ts'
import { readSearch } from '../../../../contract/search-state.ts'
import { chosenPlace, nearOf } from './chosen-place.ts'
import { categoriesQuery, categoryCountsQuery, freshListingsQuery, listingQuery, searchQuery } from './queries.ts'

/**
 * Asks for what the first paint of a page shows while the page's own code is still on the way. The server has put most
 * of it into the document, so that it is there when the page is: nothing has to move then.
 */
export function prefetchPage(
  queryClient: QueryClient,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  if (pathname === paths.home || pathname === paths.signedInHome) {
    const place = chosenPlace()
    void queryClient.prefetchQuery(freshListingsQuery(nearOf(place), place?.radiusKm ?? null))
    void queryClient.prefetchQuery(categoriesQuery)
    void queryClient.prefetchQuery(categoryCountsQuery)
  } else if (pathname === paths.browse) {
    const { state } = readSearch(new URLSearchParams(search))
    void queryClient.prefetchInfiniteQuery(searchQuery(state))
    void queryClient.prefetchQuery(categoriesQuery)
  } else if (pathname.startsWith(paths.listing(''))) {
    void queryClient.prefetchQuery(listingQuery(pathname.slice(paths.listing('').length)))
    void queryClient.prefetchQuery(categoriesQuery)
  }
}
