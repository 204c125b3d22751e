import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../../contract/paths.ts'
import { RULES_ARTICLE } from '../../../contract/public-rules.ts'
import type { ChosenPlace } from '../features/listings/chosen-place.ts'
import { prefetchPage } from '../features/listings/prefetch-page.ts'

/** Prefetches what the first paint of a page shows. `place` defaults to the place chosen in this browser. */
export async function prefetchFor(
  queryClient: QueryClient,
  address: Pick<Location, 'pathname' | 'search'>,
  place?: ChosenPlace | null,
): Promise<void> {
  if (address.pathname === paths.transparency) {
    const { transparencyQuery } = await import('../features/transparency/queries.ts')
    return queryClient.prefetchQuery(transparencyQuery)
  }
  if (address.pathname === paths.helpArticle(RULES_ARTICLE)) {
    const { prohibitedRulesQuery } = await import('../features/help/prohibited-rules.ts')
    return queryClient.prefetchQuery(prohibitedRulesQuery)
  }
  await Promise.all([prefetchPage(queryClient, address, place), prefetchReviews(queryClient, address.pathname)])
}

async function prefetchReviews(queryClient: QueryClient, pathname: string): Promise<void> {
  if (!pathname.startsWith(paths.seller(''))) return
  const { reviewsOfQuery } = await import('../features/offers/queries.ts')
  await queryClient.prefetchInfiniteQuery(reviewsOfQuery(pathname.slice(paths.seller('').length)))
}
