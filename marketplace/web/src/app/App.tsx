import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { AuthProvider } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { Live } from '../shell/Live.tsx'
import { Shell } from '../shell/Shell.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { isToasterWanted, onToasterWanted } from '../ui/toast.ts'
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

/** Last-resort error page. Uses no router and no queries, since either may be what failed. */
function AppBroke({ reference }: { reference: string }) {
  return (
    <main className="container-reading grid min-h-[80dvh] content-center" role="alert">
      <h1 className="type-h1">{t('app.didNotLoad')}</h1>
      <p className="mt-2 text-ink-2">{t('app.itIsUsWithReference', { reference })}</p>
      <div className="mt-5 flex gap-2">
        <Button onClick={() => location.reload()}>{t('app.tryAgain')}</Button>
        <Button variant="secondary" onClick={() => location.assign('/')}>
          {t('app.goHome')}
        </Button>
      </div>
    </main>
  )
}
