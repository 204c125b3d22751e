import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { BrowserRouter } from 'react-router'
import { AuthProvider } from '../features/auth/AuthProvider.tsx'
import { Shell } from '../shell/Shell.tsx'
import { isToasterWanted, onToasterWanted } from '../ui/toast.ts'
import { AppBroke } from './AppBroke.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { queryClient } from './query-client.ts'

const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))

/** The whole app: providers around the shell, which draws the page of the current address. */
export function App() {
  return (
    <ErrorBoundary fallback={(reference) => <AppBroke reference={reference} />}>
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

/** The toaster, from the first notice on. */
function LateToaster() {
  const wanted = useSyncExternalStore(onToasterWanted, isToasterWanted)
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
