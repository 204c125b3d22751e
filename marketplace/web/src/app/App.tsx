import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { AuthProvider } from '../features/auth/AuthProvider.tsx'
import { Shell } from '../shell/Shell.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { queryClient } from './query-client.ts'

const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))

/** The whole app: providers around the shell, which draws the page of the current address. */
export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AuthProvider>
            <Shell />
          </AuthProvider>
        </BrowserRouter>
      </QueryClientProvider>
      <LateToaster />
    </ErrorBoundary>
  )
}

/** The toaster, once the first page has had the network to itself. A notice that comes earlier waits in sonner's queue. */
function LateToaster() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const show = () => setTimeout(() => setReady(true), 300)
    if (document.readyState === 'complete') show()
    else window.addEventListener('load', show, { once: true })
    return () => window.removeEventListener('load', show)
  }, [])
  return ready ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
