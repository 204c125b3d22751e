import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { languageOfAccount } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { translated } from '../../i18n/translated.ts'
import type { ToastMessage } from '../../ui/toast.ts'
import {
  type AuthResult,
  type AuthState,
  type NewAccount,
  NOBODY,
  type Profile,
  type ProfileChanges,
} from './auth-state.ts'
import { showFactorCode, textFactorCode } from './factor-codes.ts'
import { owesFactor } from './owes-factor.ts'

interface AuthWorld {
  client: SupabaseClient
  toast: (message: ToastMessage) => unknown
  /** `afterSignIn` goes to the deep link or /home, `afterSignOut` to /auth. */
  navigate: (target: 'afterSignIn' | 'afterSignOut') => void
  clearStoredKeys: () => void
  /** Whether the server knows Google; a redirect to a missing provider would end on a page of JSON. */
  hasGoogle: boolean
  /** Whether the page was opened by a recovery link. PASSWORD_RECOVERY comes a moment after the session, too late for a page that looks at once. */
  recovering: boolean
  /** Drops what was cached for the person who leaves. */
  forget: () => void
  origin: string
  /** Whether somebody may be signed in: whoever is certainly a visitor need not wait to hear it. */
  loading: boolean
}

const PROFILE_DELAY_MS = 100
const SIGN_INS: ReadonlySet<string> = new Set(['SIGNED_IN', 'INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED'])
const UNEXPECTED = t('An unexpected error occurred. Please try again.')
/** PostgREST's "no rows for single()": a user without a profile yet is not an error. */
const NO_ROWS = 'PGRST116'

export type AuthStore = ReturnType<typeof createAuthStore>

/**
 * The signed-in person and what they can do about it, as the specification words it. Subscribes to the client at once,
 * before React renders, because PASSWORD_RECOVERY is announced only once.
 */
export function createAuthStore(world: AuthWorld) {
  const { client, toast, navigate, clearStoredKeys, hasGoogle, forget, origin } = world
  let state: AuthState = { ...NOBODY, loading: world.loading, recovering: world.recovering }
  const listeners = new Set<() => void>()

  function set(changes: Partial<AuthState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  let profileTimer: ReturnType<typeof setTimeout> | undefined

  async function loadProfile(userId: string): Promise<void> {
    const { data, error } = await client.from('profiles').select('*').eq('id', userId).single()
    if (state.user?.id !== userId) return // signed out, or somebody else signed in, meanwhile
    if (error && error.code !== NO_ROWS) {
      // Signing in begins by forgetting who was there: a request of that moment goes out as nobody, and no event tells.
      const { data: current } = await client.auth.getSession()
      if (current.session?.user.id !== userId) return
      console.error('The profile did not load', error)
      return
    }
    set({ profile: data ? (data as Profile) : null }) // the owner's row, by policy
  }

  function start(): () => void {
    const { data } = client.auth.onAuthStateChange((event, session) => {
      const owed = owesFactor(session)
      const user = owed ? null : (session?.user ?? null)
      const left = event === 'SIGNED_OUT' || user?.id !== state.user?.id
      set({
        session,
        user,
        factorOwed: owed ? (session?.user ?? null) : null,
        loading: false,
        ...(left ? { profile: null } : {}),
        recovering: session !== null && (event === 'PASSWORD_RECOVERY' || state.recovering),
      })
      if (event === 'SIGNED_OUT') forget()
      // Later, not in this callback: auth-js holds its lock while it calls, and a query would wait for that lock.
      if (user && SIGN_INS.has(event)) {
        // A reload announces both events: one request after the last of them is enough.
        clearTimeout(profileTimer)
        profileTimer = setTimeout(() => loadProfile(user.id), PROFILE_DELAY_MS)
      }
    })
    client.auth.getSession().then(
      ({ data: { session } }) => {
        if (!state.loading) return
        const owed = owesFactor(session)
        const user = session?.user ?? null
        set({ session, user: owed ? null : user, factorOwed: owed ? user : null, loading: false })
      },
      () => set({ loading: false }),
    )
    return () => data.subscription.unsubscribe()
  }

  /** Clears the stored keys, then ends the session everywhere. With the keys gone the client no longer knows the token, so it is handed over. */
  async function endSession(): Promise<void> {
    const token = state.session?.access_token
    clearStoredKeys()
    try {
      if (token) await client.auth.admin.signOut(token, 'global')
    } finally {
      await client.auth.signOut({ scope: 'global' })
    }
  }

  /** Before sign-up and sign-in. A failure to end an old session must not stop a new one from beginning. */
  async function startClean(): Promise<void> {
    try {
      await endSession()
    } catch (error) {
      console.warn('The former session could not be ended on the server', error)
    }
  }

  /** Tells about a failure under its title. Thrown things get the general sentence; what the server answered gets its own words. */
  function failed(title: string, error: AuthError | Error, thrown = false): AuthResult {
    toast({ tone: 'error', title, description: thrown ? UNEXPECTED : translated(error.message) || UNEXPECTED })
    return { error }
  }

  async function attempt(title: string, act: () => Promise<AuthResult>): Promise<AuthResult> {
    try {
      return await act()
    } catch (thrown) {
      return failed(title, thrown instanceof Error ? thrown : new Error(String(thrown)), true)
    }
  }

  const signUp = (account: NewAccount, captchaToken?: string): Promise<AuthResult & { confirmationSent: boolean }> => {
    let confirmationSent = false
    return attempt(t('Sign Up Error'), async () => {
      await startClean()
      const { firstName, lastName, phone, email, password } = account
      const metadata = { first_name: firstName, last_name: lastName, phone, role: 'shipper', ...languageOfAccount() }
      const { data, error } = await client.auth.signUp({
        email,
        password,
        options: { data: metadata, emailRedirectTo: `${origin}/`, ...solved(captchaToken) },
      })
      if (error) return failed(t('Sign Up Error'), error)
      if (data.session) {
        toast({ title: t('Account Created!') })
        navigate('afterSignIn')
      } else {
        confirmationSent = true
        toast({
          tone: 'info',
          title: t('Check Your Email'),
          description: t('Please check your email for a confirmation link.'),
        })
      }
      return { error: null }
    }).then((result) => ({ ...result, confirmationSent }))
  }

  const signIn = (email: string, password: string, captchaToken?: string): Promise<AuthResult> =>
    attempt(t('Sign In Error'), async () => {
      await startClean()
      const { data, error } = await client.auth.signInWithPassword({
        email,
        password,
        ...(captchaToken ? { options: { captchaToken } } : {}),
      })
      if (error) return failed(t('Sign In Error'), error)
      // The page that asked goes on to ask for the second factor.
      return owesFactor(data.session) ? { error: null } : welcome()
    })

  /** The password or the passkey was right, or the second factor after it. */
  function welcome(): AuthResult {
    toast({ title: t('Welcome back!'), description: t('You have successfully signed in.') })
    navigate('afterSignIn')
    return { error: null }
  }

  const signInWithPasskey = (captchaToken?: string): Promise<AuthResult> =>
    attempt(t('Sign In Error'), async () => {
      await startClean()
      const { data, error } = await client.auth.signInWithPasskey(
        captchaToken ? { options: { captchaToken } } : undefined,
      )
      if (error) return failed(t('Sign In Error'), passkeyError(error))
      return owesFactor(data?.session ?? null) ? { error: null } : welcome()
    })

  /** The code of the authenticator app, or one from paper. */
  const showFactor = (code: string): Promise<AuthResult> =>
    attempt(t('Sign In Error'), async () => {
      const shown = await showFactorCode(client, code)
      if (shown.error) return { error: shown.error }
      // Whoever came by a recovery link still has a password to set.
      return state.recovering ? { error: null } : welcome()
    })

  /** Sends the code of the second step to the phone. */
  const textFactor = (factorId: string): Promise<AuthResult> =>
    attempt(t('Sign In Error'), () => textFactorCode(client, factorId))

  const signInWithGoogle = (): Promise<AuthResult> =>
    attempt(t('Google Sign In Error'), async () => {
      if (!hasGoogle)
        return failed(t('Google Sign In Error'), new Error('Unsupported provider: provider is not enabled'))
      const { error } = await client.auth.signInWithOAuth({ provider: 'google', options: { redirectTo: `${origin}/` } })
      return error ? failed(t('Google Sign In Error'), error) : { error: null }
    })

  const signOut = (): Promise<AuthResult> =>
    attempt(t('Sign Out Error'), async () => {
      await endSession()
      toast({ title: t('Signed Out') })
      navigate('afterSignOut')
      return { error: null }
    })

  const resetPassword = (email: string, captchaToken?: string): Promise<AuthResult> =>
    attempt(t('Reset Password Error'), async () => {
      const { error } = await client.auth.resetPasswordForEmail(email, {
        redirectTo: `${origin}/auth`,
        ...solved(captchaToken),
      })
      if (error) return failed(t('Reset Password Error'), error)
      toast({
        tone: 'info',
        title: t('Reset Email Sent'),
        description: t('Please check your email for password reset instructions.'),
      })
      return { error: null }
    })

  const resendConfirmation = (email: string, captchaToken?: string): Promise<AuthResult> =>
    attempt(t('Sign Up Error'), async () => {
      const { error } = await client.auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${origin}/`, ...solved(captchaToken) },
      })
      if (error) return failed(t('Sign Up Error'), error)
      toast({
        tone: 'info',
        title: t('Check Your Email'),
        description: t('Please check your email for a confirmation link.'),
      })
      return { error: null }
    })

  /** Sets the password after a recovery link, then goes on like a sign-in. */
  const setNewPassword = (password: string): Promise<AuthResult> =>
    attempt(t('Update Error'), async () => {
      const { error } = await client.auth.updateUser({ password })
      if (error) return failed(t('Update Error'), error)
      set({ recovering: false })
      return welcome()
    })

  const updateProfile = (changes: ProfileChanges): Promise<AuthResult> =>
    attempt(t('Update Error'), async () => {
      const { user } = state
      if (!user) return failed(t('Update Error'), new Error(t('No user found')))
      const { error } = await client.from('profiles').update(changes).eq('id', user.id)
      if (error) return failed(t('Update Error'), new Error(error.message, { cause: error }))
      await loadProfile(user.id)
      toast({ title: t('Profile Updated'), description: t('Your profile has been successfully updated.') })
      return { error: null }
    })

  return {
    start,
    get: (): AuthState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signUp,
    signIn,
    signInWithPasskey,
    showFactor,
    textFactor,
    signInWithGoogle,
    signOut,
    resetPassword,
    resendConfirmation,
    setNewPassword,
    updateProfile,
  }
}

/** A solved captcha goes along where one is asked for. */
const solved = (captchaToken: string | undefined) => (captchaToken ? { captchaToken } : {})

/** Browsers word what people did with the dialog as faults of the program. */
function passkeyError(error: Error): Error {
  const cancelled = /NotAllowed|abort|timed out|not allowed/i.test(`${error.name} ${error.message}`)
  return cancelled ? new Error(t('No passkey was used. Try again, or sign in with your password.')) : error
}
