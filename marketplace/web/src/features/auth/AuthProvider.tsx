import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../i18n/t.ts'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-state.ts'
import { pageOpening } from './page-opening.ts'
import { redirectError } from './redirect-error.ts'
import { type AuthActions, authActions, whoIsHere } from './who-is-here.ts'

const broughtBack = redirectError(location)
if (broughtBack) {
  toast({ tone: 'error', title: t('Sign In Error'), description: broughtBack })
  history.replaceState(history.state, '', location.pathname)
}

export type Auth = AuthState & AuthActions

const AuthContext = createContext<Auth | null>(null)

/** Gives the app the signed-in person. Inside the router, because sign-in and sign-out go to pages. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const state = useSyncExternalStore(whoIsHere.subscribe, whoIsHere.get)
  useEffect(() => {
    pageOpening.go = navigate
  }, [navigate])
  const auth = useMemo(() => ({ ...state, ...authActions }), [state])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The signed-in person, the session, the profile, whether that is known yet, and what one can do. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}
