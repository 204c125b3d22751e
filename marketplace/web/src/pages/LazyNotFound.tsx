import { lazy, Suspense } from 'react'
import { PageSpinner } from '../ui/Spinner.tsx'

const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }))

/** What a page shows for a part of its address that names nothing. */
export function LazyNotFound() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <NotFoundPage />
    </Suspense>
  )
}
