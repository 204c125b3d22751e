import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { choosePlace, nearOf, useChosenPlace } from '../features/listings/chosen-place.ts'
import { categoriesQuery, categoryCountsQuery, freshListingsQuery } from '../features/listings/queries.ts'
import { RecentlyViewed } from '../features/listings/RecentlyViewed.tsx'
import { useViewerId } from '../features/listings/viewer.ts'
import { t } from '../i18n/t.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { CategoryRail } from './home/CategoryRail.tsx'
import { FreeStrip } from './home/FreeStrip.tsx'
import { FreshListings } from './home/FreshListings.tsx'
import { Hero } from './home/Hero.tsx'
import { HowItWorks } from './home/HowItWorks.tsx'
import { TrustBand } from './home/TrustBand.tsx'

// Visitors have no saved searches, and need not load what shows them.
const SearchHits = lazy(async () => ({ default: (await import('./home/SearchHits.tsx')).SearchHits }))

/** The front of the market: search, stalls, what is fresh. One request brings the ads for the arcade, the rail and the grid. */
export function HomePage() {
  usePageTitle(t('Buy and sell nearby'))
  const place = useChosenPlace()
  const viewerId = useViewerId()
  const fresh = useQuery(freshListingsQuery(nearOf(place), place?.radiusKm ?? null))
  const tree = useQuery(categoriesQuery)
  const counts = useQuery(categoryCountsQuery)

  return (
    <main>
      <Hero market={fresh.data} tree={tree.data} place={place} onPlace={choosePlace} />
      <CategoryRail market={fresh.data} tree={tree.data} counts={counts.data} failed={tree.isError} />
      <FreshListings fresh={fresh} place={place} onPlace={choosePlace} />
      <FreeStrip place={place} ready={fresh.isSuccess} />
      {viewerId ? (
        <Suspense fallback={null}>
          <SearchHits userId={viewerId} />
        </Suspense>
      ) : null}
      <RecentlyViewed className="container-page mt-10 md:mt-16" />
      <TrustBand />
      <HowItWorks market={fresh.data} />
    </main>
  )
}
