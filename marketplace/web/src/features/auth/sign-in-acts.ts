import type { SupabaseClient } from '@supabase/supabase-js'
import { languageOfAccount } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { attempt, guard, type Toast } from './attempt.ts'
import type { AuthResult, NewAccount } from './auth-state.ts'
import { showFactorCode, textFactorCode } from './factor-codes.ts'
import { owesFactor } from './owes-factor.ts'
import type { SignedInPerson } from './signed-in-person.ts'

export interface AuthWorld {
  client: SupabaseClient
  toast: Toast
  /** `afterSignIn` goes to the deep link or /home, `afterSignOut` to /auth. */
  navigate: (target: 'afterSignIn' | 'afterSignOut') => void
  clearStoredKeys: () => void
  /** Whether the server knows Google; a redirect to a missing provider would end on a page of JSON. */
  hasGoogle: boolean
  origin: string
}

/** The ways in, and out. */
export function signInActs(world: AuthWorld, person: SignedInPerson) {
  const { client, toast, navigate, clearStoredKeys, hasGoogle, origin } = world

  /** Clears the stored keys, then ends the session everywhere. With the keys gone the client no longer knows the token, so it is handed over. */
  async function endSession(): Promise<void> {
    const token = person.get().session?.access_token
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

  /** The password or the passkey was right, or the second factor after it. */
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
        // The page that asked goes on to ask for the second factor.
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

    /** The code of the authenticator app, or one from paper. Its form says what is wrong with it. */
    showFactor: (code: string): Promise<AuthResult> =>
      guard(toast, t('app.signInError'), async () => {
        const { error } = await showFactorCode(client, code)
        // Whoever came by a recovery link still has a password to set.
        if (!error && !person.get().recovering) welcome()
        return { error }
      }),

    /** Sends the code of the second step to the phone. */
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

/** A solved captcha goes along where one is asked for. */
export const solved = (captchaToken: string | undefined) => (captchaToken ? { captchaToken } : {})

/** Browsers word what people did with the dialog as faults of the program. */
function passkeyError(error: Error): Error {
  // The client keeps the name of the browser's error.
  const cancelled = error.name === 'NotAllowedError' || error.name === 'AbortError'
  return cancelled ? new Error(t('common.auth.noPasskeyUsed')) : error
}
