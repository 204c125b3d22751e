import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../i18n/t.ts'
import { toast } from '../../ui/toast.ts'
import type { AuthState } from './auth-state.ts'
import { pageOpening } from './page-opening.ts'
import { type AuthActions, authActions, whoIsHere } from './who-is-here.ts'

/** What is wrong with the link that led here stays until it is read: whoever is signed in is sent on meanwhile. */
async function tellWhatCameBack(): Promise<void> {
  const { hash, search, pathname } = location
  const isError = (part: string) => /[?#&]error=/.test(part) && part.includes('error_description=')
  if (!isError(hash) && !isError(search)) return
  // At once: by the time the sentence is loaded another page may be open.
  history.replaceState(history.state, '', pathname)
  const { redirectError } = await import('./redirect-error.ts')
  const description = redirectError({ hash, search }) ?? undefined
  toast({ tone: 'error', title: t('app.signInError'), description, matter: 'auth', stays: true })
}

if (globalThis.location) {
  void tellWhatCameBack()
  // The page may be open already.
  addEventListener('hashchange', () => void tellWhatCameBack())
}

export type Auth = AuthState & AuthActions

const AuthContext = createContext<Auth | null>(null)

/** Gives the app the signed-in person. Inside the router, because sign-in and sign-out go to pages. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const state = useSyncExternalStore(whoIsHere.subscribe, whoIsHere.get, whoIsHere.drawn)
  useEffect(() => {
    pageOpening.go = navigate
  }, [navigate])
  useMarkOfSomebody(state)
  const auth = useMemo(() => ({ ...state, ...authActions }), [state])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** index.html marks the page where somebody may be signed in, so that nothing for visitors flashes: until that is known. */
function useMarkOfSomebody(state: AuthState): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state that is drawn first is a visitor's, whoever is here
  useEffect(() => {
    if (!whoIsHere.get().loading) document.documentElement.removeAttribute('data-somebody')
  }, [state])
}

/** The signed-in person, the session, the profile, whether that is known yet, and what one can do. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}
