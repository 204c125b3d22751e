import { t } from '../../i18n/t.ts'
import { isSessionKey, mayBeSignedIn } from '../../lib/data/client.ts'
import { whenClientOpens } from '../../lib/data/opened-client.ts'
import { toast } from '../../ui/toast.ts'
import { type AuthResult, type AuthState, NOBODY } from './auth-state.ts'
import type { AuthStore } from './auth-store.ts'
import { openedByRecoveryLink } from './page-opening.ts'

export type AuthActions = Omit<AuthStore, 'start' | 'get' | 'subscribe'>

/** The store, once loaded. It comes with the client, which visitors do not load until they need it. */
let store: AuthStore | null = null
// For visitors the server's snapshot itself: another object would hydrate the whole page synchronously.
const before: AuthState =
  mayBeSignedIn() || openedByRecoveryLink
    ? { ...NOBODY, loading: mayBeSignedIn(), recovering: openedByRecoveryLink }
    : NOBODY
const listeners = new Set<() => void>()

async function openStore(): Promise<AuthStore> {
  const opened = (await import('./open-store.ts')).store
  if (!store) {
    store = opened
    store.subscribe(tell)
    tell()
  }
  return opened
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** The auth state, for useSyncExternalStore. */
export const lazyAuthStore = {
  get: (): AuthState => store?.get() ?? before,
  /** During server rendering: a visitor. */
  onServer: (): AuthState => NOBODY,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Loads the store. Retries when the connection returns. */
function prepareStore(): void {
  openStore().catch(() => addEventListener('online', prepareStore, { once: true }))
}

// Not in an effect: PASSWORD_RECOVERY is announced only once.
if (mayBeSignedIn()) prepareStore()
// Pages may load the client themselves, and another tab may sign in. Nobody signs in on the server.
if (!import.meta.env.SSR) whenClientOpens(prepareStore)
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== null && isSessionKey(key)) prepareStore()
})

/** Runs an action on the store. Failing to load it while offline is reported like any other failure. */
async function withStore<Result extends AuthResult>(action: (opened: AuthStore) => Promise<Result>, failed: Result) {
  const opened = await openStore().catch(() => null)
  if (opened) return action(opened)
  toast({ tone: 'error', title: t('app.didNotWork') })
  return failed
}

const FAILED: AuthResult = { error: new Error(t('app.didNotWork')) }

/** The auth actions; see createAuthStore(). */
export const authActions: AuthActions = {
  signUp: (...given) => withStore((opened) => opened.signUp(...given), { ...FAILED, confirmationSent: false }),
  signIn: (...given) => withStore((opened) => opened.signIn(...given), FAILED),
  signInWithPasskey: (...given) => withStore((opened) => opened.signInWithPasskey(...given), FAILED),
  showFactor: (...given) => withStore((opened) => opened.showFactor(...given), FAILED),
  textFactor: (...given) => withStore((opened) => opened.textFactor(...given), FAILED),
  signInWithGoogle: () => withStore((opened) => opened.signInWithGoogle(), FAILED),
  signOut: () => withStore((opened) => opened.signOut(), FAILED),
  resetPassword: (...given) => withStore((opened) => opened.resetPassword(...given), FAILED),
  resendConfirmation: (...given) => withStore((opened) => opened.resendConfirmation(...given), FAILED),
  setNewPassword: (...given) => withStore((opened) => opened.setNewPassword(...given), FAILED),
  updateProfile: (...given) => withStore((opened) => opened.updateProfile(...given), FAILED),
}
