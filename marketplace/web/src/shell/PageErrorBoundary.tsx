import type { ReactNode } from 'react'
import { ErrorBoundary } from '../app/ErrorBoundary.tsx'
import { Live } from '../app/Live.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'

/** A page that breaks leaves the header standing. Trying again reloads, which also fetches chunks of a newer build. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(reference) => (
        <main className="container-reading grid min-h-[60dvh] content-center py-10">
          <Live />
          <LoadFailed as="h1" reference={reference} onRetry={() => location.reload()} />
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
