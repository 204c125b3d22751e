import type { SupabaseClient } from '@supabase/supabase-js'
import { languageOfAccount } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { attempt, guard, type Toast } from './attempt.ts'
import type { AuthResult, NewAccount } from './auth-state.ts'
import { showFactorCode, textFactorCode } from './factor-codes.ts'
import { owesFactor } from './owes-factor.ts'
import type { SessionStore } from './session-store.ts'

export interface AuthEnvironment {
  client: SupabaseClient
  toast: Toast
  /** `afterSignIn` goes to the deep link or /home, `afterSignOut` to /auth. */
  navigate: (target: 'afterSignIn' | 'afterSignOut') => void
  clearStoredKeys: () => void
  /** Whether the server has Google configured; a redirect to a missing provider would end on a JSON page. */
  hasGoogle: boolean
  origin: string
}

/** The actions for signing in and out. */
export function signInActions(world: AuthEnvironment, person: SessionStore) {
  const { client, toast, navigate, clearStoredKeys, hasGoogle, origin } = world

  /**
   * Clears the stored keys, then ends the session everywhere. Without the keys the client no longer has the token, so it is passed
   * explicitly.
   */
  async function endSession(): Promise<void> {
    const token = person.get().session?.access_token
    clearStoredKeys()
    try {
      if (token) await client.auth.admin.signOut(token, 'global')
    } finally {
      await client.auth.signOut({ scope: 'global' })
    }
  }

  /** Before sign-up and sign-in. Failing to end an old session must not prevent a new one. */
  async function startClean(): Promise<void> {
    try {
      await endSession()
    } catch (error) {
      console.warn('The former session could not be ended on the server', error)
    }
  }

  /** After a correct password or passkey, and the second factor if there is one. */
  function welcome(): null {
    toast({ title: t('common.auth.welcomeBackToast'), description: t('common.auth.signedInBody') })
    navigate('afterSignIn')
    return null
  }

  return {
    async signUp(account: NewAccount, captchaToken?: string): Promise<AuthResult & { confirmationSent: boolean }> {
      let confirmationSent = false
      const result = await attempt(toast, t('common.auth.signUpError'), async () => {
        await startClean()
        const { firstName, lastName, phone, email, password } = account
        const metadata = { first_name: firstName, last_name: lastName, phone, role: 'shipper', ...languageOfAccount() }
        const { data, error } = await client.auth.signUp({
          email,
          password,
          options: { data: metadata, emailRedirectTo: `${origin}/`, ...solved(captchaToken) },
        })
        if (error) return error
        if (data.session) {
          toast({ title: t('common.auth.accountCreated') })
          navigate('afterSignIn')
        } else {
          confirmationSent = true
          toast({
            tone: 'info',
            title: t('common.auth.checkYourEmail'),
            description: t('common.auth.checkEmailForLink'),
          })
        }
        return null
      })
      return { ...result, confirmationSent }
    },

    signIn: (email: string, password: string, captchaToken?: string): Promise<AuthResult> =>
      attempt(toast, t('app.signInError'), async () => {
        await startClean()
        const { data, error } = await client.auth.signInWithPassword({
          email,
          password,
          ...(captchaToken ? { options: { captchaToken } } : {}),
        })
        if (error) return error
        // If a second factor is due, the page asks for it next.
        return owesFactor(data.session) ? null : welcome()
      }),

    signInWithPasskey: (captchaToken?: string): Promise<AuthResult> =>
      attempt(toast, t('app.signInError'), async () => {
        await startClean()
        const { data, error } = await client.auth.signInWithPasskey(
          captchaToken ? { options: { captchaToken } } : undefined,
        )
        if (error) return passkeyError(error)
        return owesFactor(data?.session ?? null) ? null : welcome()
      }),

    /** Takes the code of the authenticator app, or a recovery code. The form shows what is wrong with it. */
    showFactor: (code: string): Promise<AuthResult> =>
      guard(toast, t('app.signInError'), async () => {
        const { error } = await showFactorCode(client, code)
        // After a recovery link the password still has to be set.
        if (!error && !person.get().recovering) welcome()
        return { error }
      }),

    /** Sends the second factor's code to the phone. */
    textFactor: (factorId: string): Promise<AuthResult> =>
      guard(toast, t('app.signInError'), () => textFactorCode(client, factorId)),

    signInWithGoogle: (): Promise<AuthResult> =>
      attempt(toast, t('common.auth.googleError'), async () => {
        if (!hasGoogle) return new Error('Unsupported provider: provider is not enabled')
        const options = { redirectTo: `${origin}/` }
        return (await client.auth.signInWithOAuth({ provider: 'google', options })).error
      }),

    signOut: (): Promise<AuthResult> =>
      attempt(toast, t('common.auth.signOutError'), async () => {
        await endSession()
        toast({ title: t('common.auth.signedOut') })
        navigate('afterSignOut')
        return null
      }),
  }
}

/** Adds the captcha token where there is one. */
export const solved = (captchaToken: string | undefined) => (captchaToken ? { captchaToken } : {})

/** Browsers report a dismissed passkey dialog as an error. */
function passkeyError(error: Error): Error {
  // The client keeps the name of the browser's error.
  const cancelled = error.name === 'NotAllowedError' || error.name === 'AbortError'
  return cancelled ? new Error(t('common.auth.noPasskeyUsed')) : error
}
