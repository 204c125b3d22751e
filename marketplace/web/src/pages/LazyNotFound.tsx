import { lazy, Suspense } from 'react'
import { PageSpinner } from '../ui/Spinner.tsx'

const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }))

/** Not-found page for a URL parameter that names nothing, loaded on demand. */
export function LazyNotFound() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <NotFoundPage />
    </Suspense>
  )
}
