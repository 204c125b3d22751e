import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../../../contract/paths.ts'
import { chosenPlace, nearOf } from './chosen-place.ts'
import { categoriesQuery, categoryCountsQuery, freshListingsQuery } from './queries.ts'

/** On the home page, asks for what its first paint shows while the page's own code is still on the way. */
export function prefetchHome(queryClient: QueryClient, path: string): void {
  if (path !== paths.home && path !== paths.signedInHome) return
  const place = chosenPlace()
  void queryClient.prefetchQuery(freshListingsQuery(nearOf(place), place?.radiusKm ?? null))
  void queryClient.prefetchQuery(categoriesQuery)
  void queryClient.prefetchQuery(categoryCountsQuery)
}
