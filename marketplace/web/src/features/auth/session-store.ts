import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { type AuthState, NOBODY, type Profile } from './auth-state.ts'
import { owesFactor } from './owes-factor.ts'

interface Options {
  client: SupabaseClient
  /** Whether a user may be signed in: a page that is certainly a visitor's need not wait. */
  loading: boolean
  /** Whether a recovery link opened the page. PASSWORD_RECOVERY comes a moment after the session, too late for the first render. */
  recovering: boolean
  /** Clears what was cached for the user who signs out. */
  forget: () => void
}

const PROFILE_DELAY_MS = 100
const SIGN_INS: ReadonlySet<string> = new Set(['SIGNED_IN', 'INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED'])
/** PostgREST's "no rows for single()": a user without a profile yet is not an error. */
const NO_ROWS = 'PGRST116'
/** Error code of the auth contract: the token's session was ended. */
const SESSION_ENDED = 'PGRST303'

export type SessionStore = ReturnType<typeof createSessionStore>

/** The signed-in user and their profile, as announced by the client after `start`. */
export function createSessionStore({ client, loading, recovering, forget }: Options) {
  let state: AuthState = { ...NOBODY, loading, recovering }
  const listeners = new Set<() => void>()
  let profileTimer: ReturnType<typeof setTimeout> | undefined

  function set(changes: Partial<AuthState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  async function loadProfile(userId: string): Promise<void> {
    const { data, error } = await client.from('profiles').select('*').eq('id', userId).single()
    if (state.user?.id !== userId) return // signed out, or another user signed in, meanwhile
    if (error && error.code !== NO_ROWS) {
      // Signing in first ends the former session: a request at that moment is sent as a visitor or with the ended session.
      const { data: current } = await client.auth.getSession()
      if (current.session?.user.id !== userId || error.code === SESSION_ENDED) return
      console.error('The profile did not load', error)
      return
    }
    set({ profile: data ? (data as Profile) : null }) // row level security returns the owner's row
  }

  function start(): () => void {
    const { data } = client.auth.onAuthStateChange((event, session) => {
      const holder = holderOf(session)
      const left = event === 'SIGNED_OUT' || holder.user?.id !== state.user?.id
      set({
        ...holder,
        ...(left ? { profile: null } : {}),
        recovering: session !== null && (event === 'PASSWORD_RECOVERY' || state.recovering),
      })
      if (event === 'SIGNED_OUT') forget()
      // Deferred: auth-js holds its lock during this callback, and a query would wait for that lock.
      const { user } = holder
      if (user && SIGN_INS.has(event)) {
        // A reload announces both events: one request after the last of them is enough.
        clearTimeout(profileTimer)
        profileTimer = setTimeout(() => loadProfile(user.id), PROFILE_DELAY_MS)
      }
    })
    client.auth.getSession().then(
      ({ data: { session } }) => {
        if (state.loading) set(holderOf(session))
      },
      () => set({ loading: false }),
    )
    return () => data.subscription.unsubscribe()
  }

  return {
    start,
    get: (): AuthState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    loadProfile,
  }
}

function holderOf(session: Session | null) {
  const user = session?.user ?? null
  const owed = owesFactor(session)
  return { session, user: owed ? null : user, factorOwed: owed ? user : null, loading: false }
}
