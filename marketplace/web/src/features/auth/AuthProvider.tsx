import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { useIsLive } from '../../lib/server-rendered.ts'
import { toast } from '../../ui/toast.ts'
import { type AuthState, NOBODY } from './auth-state.ts'
import { type AuthActions, authActions, lazyAuthStore } from './lazy-auth-store.ts'

/** Shows the error of the link that led here, until dismissed: a signed-in user is redirected meanwhile. */
async function showRedirectResult(): Promise<void> {
  const { hash, search, pathname } = location
  const isError = (part: string) => /[?#&]error=/.test(part) && part.includes('error_description=')
  if (!isError(hash) && !isError(search)) return
  // Immediately: by the time the message is loaded, another page may be open.
  history.replaceState(history.state, '', pathname)
  const { redirectError } = await import('./redirect-error.ts')
  const description = redirectError({ hash, search }) ?? undefined
  toast({ tone: 'error', title: t('app.signInError'), description, matter: 'auth', stays: true })
}

if (globalThis.location) {
  void showRedirectResult()
  // The link may also be opened in a page that is already loaded.
  addEventListener('hashchange', () => void showRedirectResult())
}

export type Auth = AuthState & AuthActions

const AuthContext = createContext<Auth | null>(null)

/** Provides the auth state to the app. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const here = useSyncExternalStore(lazyAuthStore.subscribe, lazyAuthStore.get, lazyAuthStore.onServer)
  const isLive = useIsLive()
  // A visitor until the page is hydrated: knowing earlier would hydrate the rest of it synchronously.
  const state = isLive ? here : NOBODY
  const isKnown = isLive && !here.loading
  // index.html marks the page when a user may be signed in, so that nothing for visitors flashes.
  useEffect(() => {
    if (isKnown) document.documentElement.removeAttribute('data-somebody')
  }, [isKnown])
  const auth = useMemo(() => ({ ...state, ...authActions }), [state])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The signed-in user, session, profile, loading state and auth actions. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}
