import { t } from '../../../i18n/t.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** A placeholder with the geometry of a listing. */
export function ListingSkeleton() {
  return (
    <main aria-busy="true" className="container-page md:pt-5">
      <span className="sr-only" role="status">
        {t('listing.loadingTheAd')}
      </span>
      <Skeleton className="mb-4 hidden h-5 w-64 rounded-badge md:block" />
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_400px]">
        <Skeleton className="aspect-square rounded-photo max-md:-mx-4 max-md:rounded-none md:aspect-[1.3] lg:ms-23" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-9 w-4/5 rounded-badge" />
          <Skeleton className="h-12 w-36 rounded-badge" />
          <Skeleton className="h-13 rounded-button-lg" />
          <Skeleton className="h-13 rounded-button-lg" />
          <Skeleton className="h-20 rounded-panel" />
        </div>
      </div>
    </main>
  )
}
