import { type ReactNode, useEffect } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Live } from './Live.tsx'

/** A page that fails leaves the header in place. Retrying reloads, which also fetches chunks of a newer build or missed while offline. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(reference) => (
        <main className="container-reading grid min-h-[60dvh] content-center py-10">
          <Live />
          <ReloadWhenOnline />
          <LoadFailed as="h1" reference={reference} onRetry={() => location.reload()} />
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

/** Debounce, so that a flaky connection does not reload repeatedly, nor a page that is being left. */
const HELD_MS = 1000

/** Reloads a page that failed to load offline once the connection returns. */
function ReloadWhenOnline() {
  useEffect(() => {
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (event: 'online' | 'offline', action: () => void) =>
      window.addEventListener(event, action, { signal: left.signal })
    listen('online', () => {
      timer = setTimeout(() => location.reload(), HELD_MS)
    })
    listen('offline', () => clearTimeout(timer))
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [])
  return null
}
