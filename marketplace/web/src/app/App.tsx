import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { AuthProvider } from '../features/auth/AuthProvider.tsx'
import { Live } from '../shell/Live.tsx'
import { Shell } from '../shell/Shell.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { isToasterWanted, onToasterWanted } from '../ui/toast.ts'
import { AppBroke } from './AppBroke.tsx'
import { AppRoutes } from './routes.tsx'

const Toaster = lazy(async () => ({ default: (await import('../ui/Toaster.tsx')).Toaster }))

interface AppProps {
  readonly queryClient: QueryClient
  /** Wraps the page in a router: the browser's, or a static one for the URL requested from the server. */
  readonly router: (page: ReactNode) => ReactNode
}

/** The whole app: providers around the shell, which renders the page of the current URL. */
export function App({ queryClient, router }: AppProps) {
  return (
    <ErrorBoundary
      fallback={(reference) => (
        <>
          <AppBroke reference={reference} />
          <Live />
        </>
      )}
    >
      <QueryClientProvider client={queryClient}>
        {router(
          <AuthProvider>
            <Shell>
              <AppRoutes />
            </Shell>
          </AuthProvider>,
        )}
      </QueryClientProvider>
      <LateToaster />
    </ErrorBoundary>
  )
}

/** Loads the toaster with the first notice. */
function LateToaster() {
  const wanted = useSyncExternalStore(onToasterWanted, isToasterWanted, () => false)
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
