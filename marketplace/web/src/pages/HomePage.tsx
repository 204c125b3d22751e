import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { choosePlace, nearOf, useChosenPlace } from '../features/listings/chosen-place.ts'
import { categoriesQuery, categoryCountsQuery, freshListingsQuery } from '../features/listings/queries.ts'
import { recentlyViewed } from '../features/listings/recently-viewed.ts'
import { useViewerId } from '../features/listings/viewer.ts'
import { t } from '../i18n/t.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { CategoryRail } from './home/CategoryRail.tsx'
import { FreshListings } from './home/FreshListings.tsx'
import { Hero } from './home/Hero.tsx'
import { PlaceQuestion } from './home/PlaceQuestion.tsx'
import { TrustBand } from './home/TrustBand.tsx'

// Loaded on demand: newcomers have no saved searches and no recently viewed ads.
const SearchHits = lazy(async () => ({ default: (await import('./home/SearchHits.tsx')).SearchHits }))
const RecentlyViewed = lazy(async () => ({
  default: (await import('../features/listings/RecentlyViewed.tsx')).RecentlyViewed,
}))

/** Home page: search, place, categories, and the newest ads there. */
export function HomePage() {
  usePageTitle(t('home.buyAndSellNearby'))
  const place = useChosenPlace()
  const viewerId = useViewerId()
  const fresh = useQuery(freshListingsQuery(nearOf(place), place?.radiusKm ?? null))
  const tree = useQuery(categoriesQuery)
  const counts = useQuery(categoryCountsQuery)
  const viewed = useSyncExternalStore(recentlyViewed.subscribe, recentlyViewed.read, recentlyViewed.onServer)

  const where = { place, onChange: choosePlace, count: fresh.data?.total }
  return (
    <main className="flex flex-col">
      <Hero {...where} />
      {fresh.data?.total === 0 ? null : <PlaceQuestion {...where} />}
      <CategoryRail tree={tree.data} counts={counts.data} failed={tree.isLoadingError || counts.isLoadingError} />
      <div className="max-md:order-2">
        {/* Hydrated separately, to keep tasks short. */}
        <Suspense>
          <FreshListings fresh={fresh} place={place} onPlace={choosePlace} />
        </Suspense>
        {viewerId ? (
          <Suspense fallback={null}>
            <SearchHits userId={viewerId} />
          </Suspense>
        ) : null}
        {viewed.length > 0 ? (
          <Suspense fallback={null}>
            <RecentlyViewed className="container-page mt-8 md:mt-10" />
          </Suspense>
        ) : null}
        <TrustBand />
      </div>
    </main>
  )
}
