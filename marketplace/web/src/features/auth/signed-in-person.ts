import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { type AuthState, NOBODY, type Profile } from './auth-state.ts'
import { owesFactor } from './owes-factor.ts'

interface Options {
  client: SupabaseClient
  /** Whether somebody may be signed in: whoever is certainly a visitor need not wait to hear it. */
  loading: boolean
  /** Whether the page was opened by a recovery link. PASSWORD_RECOVERY comes a moment after the session, too late for a page that looks at once. */
  recovering: boolean
  /** Drops what was cached for the person who leaves. */
  forget: () => void
}

const PROFILE_DELAY_MS = 100
const SIGN_INS: ReadonlySet<string> = new Set(['SIGNED_IN', 'INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED'])
/** PostgREST's "no rows for single()": a user without a profile yet is not an error. */
const NO_ROWS = 'PGRST116'
/** Contract auth: the token's session was ended. */
const SESSION_ENDED = 'PGRST303'

export type SignedInPerson = ReturnType<typeof createSignedInPerson>

/** Who is signed in, as the client announces it once `start` was called, with their profile. */
export function createSignedInPerson({ client, loading, recovering, forget }: Options) {
  let state: AuthState = { ...NOBODY, loading, recovering }
  const listeners = new Set<() => void>()
  let profileTimer: ReturnType<typeof setTimeout> | undefined

  function set(changes: Partial<AuthState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  async function loadProfile(userId: string): Promise<void> {
    const { data, error } = await client.from('profiles').select('*').eq('id', userId).single()
    if (state.user?.id !== userId) return // signed out, or somebody else signed in, meanwhile
    if (error && error.code !== NO_ROWS) {
      // Signing in begins by ending who was there: a request of that moment goes out as nobody, or for an ended session.
      const { data: current } = await client.auth.getSession()
      if (current.session?.user.id !== userId || error.code === SESSION_ENDED) return
      console.error('The profile did not load', error)
      return
    }
    set({ profile: data ? (data as Profile) : null }) // the owner's row, by policy
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
      // Later, not in this callback: auth-js holds its lock while it calls, and a query would wait for that lock.
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
