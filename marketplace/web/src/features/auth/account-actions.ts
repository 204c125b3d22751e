import type { User } from '@supabase/supabase-js'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { attempt } from './attempt.ts'
import type { AuthResult, ProfileChanges } from './auth-state.ts'
import type { SessionStore } from './session-store.ts'
import { type AuthEnvironment, solved } from './sign-in-actions.ts'

/** Actions on an existing account: confirm the address, set a password, change the profile. */
export function accountActions({ client, toast, navigate, origin }: AuthEnvironment, person: SessionStore) {
  /**
   * Signs in again by password, since a session from an email link may not message others yet. Skipped with a second factor, which a new
   * session would require again and this one has already passed.
   */
  async function proveByPassword({ email, factors = [] }: User, password: string): Promise<void> {
    if (!email || factors.some(({ status }) => status === 'verified')) return
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) console.warn('The new password opened no session', error)
  }

  return {
    resetPassword: (email: string, captchaToken?: string): Promise<AuthResult> =>
      attempt(toast, t('common.auth.resetPasswordError'), async () => {
        const { error } = await client.auth.resetPasswordForEmail(email, {
          redirectTo: `${origin}/auth`,
          ...solved(captchaToken),
        })
        if (error) return error
        toast({
          tone: 'info',
          title: t('common.auth.resetEmailSent'),
          description: t('common.auth.checkEmailForReset'),
        })
        return null
      }),

    resendConfirmation: (email: string, captchaToken?: string): Promise<AuthResult> =>
      attempt(toast, t('common.auth.signUpError'), async () => {
        const { error } = await client.auth.resend({
          type: 'signup',
          email,
          options: { emailRedirectTo: `${origin}/`, ...solved(captchaToken) },
        })
        if (error) return error
        toast({
          tone: 'info',
          title: t('common.auth.checkYourEmail'),
          description: t('common.auth.checkEmailForLink'),
        })
        return null
      }),

    /** Sets the password after a recovery link, then continues like a sign-in. */
    setNewPassword: (password: string): Promise<AuthResult> =>
      attempt(toast, t('common.auth.updateError'), async () => {
        const { data, error } = await client.auth.updateUser({ password })
        if (error) return error
        person.set({ recovering: false })
        await proveByPassword(data.user, password)
        toast({ title: t('common.auth.passwordChanged'), description: t('common.auth.signedInWithNewPassword') })
        navigate('afterSignIn')
        return null
      }),

    updateProfile: (changes: ProfileChanges): Promise<AuthResult> =>
      attempt(toast, t('common.auth.updateError'), async () => {
        const { user } = person.get()
        if (!user) return new Error(t('common.auth.noUserFound'))
        const { error } = await client.from('profiles').update(changes).eq('id', user.id)
        if (error) return new Error(sentenceOf(error), { cause: error })
        await person.loadProfile(user.id)
        toast({ title: t('common.auth.profileUpdated'), description: t('common.auth.profileUpdatedBody') })
        return null
      }),
  }
}
