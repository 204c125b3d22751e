import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { config } from '../../app/config.ts'
import { queryClient } from '../../app/query-client.ts'
import { supabase } from '../../app/supabase.ts'
import { t } from '../../i18n/t.ts'
import { toast } from '../../ui/toast.ts'
import { ANSWERS } from '../../worker/caches.ts'
import { type AuthState, type AuthStore, createAuthStore } from './auth-store.ts'
import { redirectError } from './redirect-error.ts'
import { forgetDestination, takeDestination } from './return-to.ts'
import { clearStoredAuthKeys } from './stored-keys.ts'

let navigateTo: (path: string) => void = (path) => location.assign(path)

const store = createAuthStore({
  client: supabase,
  toast,
  navigate: (target) => {
    if (target === 'afterSignOut') forgetDestination()
    navigateTo(target === 'afterSignIn' ? takeDestination() : paths.auth)
  },
  clearStoredKeys: () => clearStoredAuthKeys(),
  hasGoogle: config.googleSignIn,
  recovering: location.hash.includes('access_token=') && location.hash.includes('type=recovery'),
  forget: () => {
    queryClient.clear()
    // What the service worker kept of this person's answers.
    void globalThis.caches?.delete(ANSWERS)
  },
  origin: location.origin,
})
// At import, not in an effect: PASSWORD_RECOVERY may be announced before the first effect runs.
store.start()

const broughtBack = redirectError(location)
if (broughtBack) {
  toast({ tone: 'error', title: t('Sign In Error'), description: broughtBack })
  history.replaceState(history.state, '', location.pathname)
}

/** The calls never change, so they are picked once. */
const { start: _start, get: _get, subscribe: _subscribe, ...actions } = store

export type Auth = AuthState & Omit<AuthStore, 'start' | 'get' | 'subscribe'>

const AuthContext = createContext<Auth | null>(null)

/** Gives the app the signed-in person. Inside the router, because sign-in and sign-out go to pages. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => {
    navigateTo = navigate
  }, [navigate])
  const auth = useMemo(() => ({ ...state, ...actions }), [state])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The signed-in person, the session, the profile, whether that is known yet, and what one can do. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}
