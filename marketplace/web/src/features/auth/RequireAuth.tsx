import { type ReactNode, useEffect } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Navigate, useLocation } from '../../lib/router.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { useAuth } from './AuthProvider.tsx'
import { rememberDestination } from './return-to.ts'

/** Shows its page to signed-in users and sends visitors to /auth and back afterwards. For navigation only: the server enforces access. */
export function RequireAuth({ children }: { children: ReactNode }) {
  const { user, loading } = useAuth()
  if (loading) return <PageSpinner />
  return user ? children : <SendToAuth />
}

function SendToAuth() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname !== paths.auth) rememberDestination(pathname + search)
  }, [pathname, search])
  return <Navigate to={paths.auth} replace />
}
