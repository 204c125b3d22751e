import { t } from '../../../i18n/t.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** The geometry of a listing on its way. */
export function ListingSkeleton() {
  return (
    <main aria-busy="true" className="container-page md:pt-5">
      <span className="sr-only" role="status">
        {t('Loading the ad')}
      </span>
      <Skeleton className="mb-4 hidden h-5 w-64 rounded-badge md:block" />
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_416px]">
        <Skeleton className="aspect-[1.06] rounded-photo max-md:-mx-4 max-md:rounded-none" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-9 w-4/5 rounded-badge" />
          <Skeleton className="h-5 w-1/2 rounded-badge" />
          <Skeleton className="h-12 w-36 rounded-badge" />
          <Skeleton className="h-13 rounded-button-lg" />
          <Skeleton className="mt-4 h-40 rounded-panel" />
        </div>
      </div>
    </main>
  )
}
