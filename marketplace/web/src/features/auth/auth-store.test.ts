import {
  type AuthChangeEvent,
  AuthRetryableFetchError,
  AuthWeakPasswordError,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ToastMessage } from '../../ui/toast.ts'
import { createAuthStore } from './auth-store.ts'

const ORIGIN = 'http://localhost:3000'
const marta = {
  id: '6b1f8f0e-0000-4000-8000-000000000001',
  email: 'marta@example.com',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-01T12:00:00Z',
}
const session: Session = {
  access_token: 'token-of-marta',
  refresh_token: 'refresh-of-marta',
  token_type: 'bearer',
  expires_in: 3600,
  user: marta,
}
const account = {
  firstName: 'Marta',
  lastName: 'Reis',
  phone: '',
  email: marta.email,
  password: 'correct horse battery',
}

type Answer = { data?: unknown; error?: unknown }

/** A test environment that records every action in order, with configurable server responses. */
function createEnvironment(
  answers: Partial<
    Record<
      'signUp' | 'signIn' | 'passkey' | 'oauth' | 'reset' | 'updateUser' | 'signOut' | 'profile' | 'update',
      Answer | Error
    >
  > = {},
  recovering = false,
  /** The session that the client holds, regardless of announced events. */
  held: Session | null = null,
) {
  const actions: string[] = []
  const toasts: ToastMessage[] = []
  const calls: Record<string, unknown[]> = {}
  let announce: (event: AuthChangeEvent, session: Session | null) => void = () => {}

  async function answer(action: keyof typeof answers, ...details: unknown[]): Promise<Answer> {
    actions.push(action)
    calls[action] = details
    const given = answers[action] ?? {}
    if (given instanceof Error && given.name === 'Thrown') throw given
    if (given instanceof Error) return { data: {}, error: given }
    return { data: 'data' in given ? given.data : {}, error: given.error ?? null }
  }
  const profiles = {
    select: (columns: string) => ({
      eq: (column: string, id: string) => ({ single: () => answer('profile', columns, column, id) }),
    }),
    update: (changes: unknown) => ({ eq: (column: string, id: string) => answer('update', changes, column, id) }),
  }
  const client: object = {
    auth: {
      onAuthStateChange: (listener: typeof announce) => {
        announce = listener
        return { data: { subscription: { unsubscribe: () => {} } } }
      },
      getSession: async () => ({ data: { session: held } }),
      signUp: (...given: unknown[]) => answer('signUp', ...given),
      signInWithPassword: (...given: unknown[]) => answer('signIn', ...given),
      signInWithPasskey: (...given: unknown[]) => answer('passkey', ...given),
      signInWithOAuth: (...given: unknown[]) => answer('oauth', ...given),
      resetPasswordForEmail: (...given: unknown[]) => answer('reset', ...given),
      updateUser: (...given: unknown[]) => answer('updateUser', ...given),
      signOut: ({ scope }: { scope: string }) => {
        actions.push(`sign out ${scope}`)
        return answer('signOut')
      },
      admin: {
        signOut: async (token: string, scope: string) => {
          actions.push(`revoke ${token} ${scope}`)
        },
      },
    },
    from: (table: string) => (table === 'profiles' ? profiles : undefined),
  }
  const store = createAuthStore({
    client: client as SupabaseClient, // only what the store calls
    toast: (message) => toasts.push(message),
    navigate: (target) => actions.push(target),
    clearStoredKeys: () => actions.push('clear stored keys'),
    hasGoogle: true,
    recovering,
    forget: () => actions.push('forget'),
    origin: ORIGIN,
    loading: true,
  })
  store.start()
  return {
    store,
    actions,
    toasts,
    calls,
    announce: (event: AuthChangeEvent, given: Session | null) => announce(event, given),
  }
}

const thrown = Object.assign(new Error('socket hang up'), { name: 'Thrown' })

describe('signing up', () => {
  test('clears the stored keys and signs out everywhere first', async () => {
    const { store, actions } = createEnvironment({ signUp: { data: { session } } })
    await store.signUp(account)
    expect(actions).toEqual(['clear stored keys', 'sign out global', 'signOut', 'signUp', 'afterSignIn'])
  })

  test('sends the names, the phone and the role shipper as metadata', async () => {
    const { store, calls } = createEnvironment({ signUp: { data: { session } } })
    await store.signUp({ ...account, phone: '+351 912 000 000' })
    expect(calls.signUp).toEqual([
      {
        email: marta.email,
        password: account.password,
        options: {
          data: { first_name: 'Marta', last_name: 'Reis', phone: '+351 912 000 000', role: 'shipper' },
          emailRedirectTo: `${ORIGIN}/`,
        },
      },
    ])
  })

  test('with an immediate session shows Account Created! and redirects', async () => {
    const { store, toasts } = createEnvironment({ signUp: { data: { session } } })
    expect(await store.signUp(account)).toEqual({ error: null, confirmationSent: false })
    expect(toasts).toEqual([{ title: 'Account Created!' }])
  })

  test('without a session shows Check Your Email and does not redirect', async () => {
    const { store, toasts, actions } = createEnvironment({ signUp: { data: { session: null } } })
    expect(await store.signUp(account)).toEqual({ error: null, confirmationSent: true })
    expect(toasts).toMatchObject([
      { title: 'Check Your Email', description: 'Please check your email for a confirmation link.' },
    ])
    expect(actions).not.toContain('afterSignIn')
  })

  test("shows the server's refusal, and returns a weak password error with its reasons", async () => {
    const weak = new AuthWeakPasswordError('Password should be at least 8 characters.', 422, ['length'])
    const { store, toasts } = createEnvironment({ signUp: weak })
    expect((await store.signUp(account)).error).toBe(weak)
    expect(toasts).toEqual([
      { tone: 'error', title: 'Sign Up Error', description: 'Password should be at least 8 characters.' },
    ])
  })

  test('never repeats the words of a browser or a proxy', async () => {
    const { store, toasts } = createEnvironment({ signUp: new AuthRetryableFetchError('Failed to fetch', 0) })
    await store.signUp(account)
    expect(toasts).toMatchObject([{ description: 'No connection. Check your internet and try again.' }])
  })

  test('shows a general message when the call throws', async () => {
    const { store, toasts } = createEnvironment({ signUp: thrown })
    await store.signUp(account)
    expect(toasts).toEqual([
      { tone: 'error', title: 'Sign Up Error', description: 'An unexpected error occurred. Please try again.' },
    ])
  })
})

describe('signing in', () => {
  test("recognises a dismissed passkey dialog by the error's name, in any browser language", async () => {
    const closed = Object.assign(new Error('Der Vorgang wurde abgebrochen.'), { name: 'NotAllowedError' })
    const { store, toasts } = createEnvironment({ passkey: closed })
    await store.signInWithPasskey()
    expect(toasts).toMatchObject([{ description: 'No passkey was used. Try again, or sign in with your password.' }])
  })

  test('clears the stored keys and signs out everywhere first', async () => {
    const { store, actions, toasts, calls } = createEnvironment()
    await store.signIn(marta.email, 'secret')
    expect(actions).toEqual(['clear stored keys', 'sign out global', 'signOut', 'signIn', 'afterSignIn'])
    expect(calls.signIn).toEqual([{ email: marta.email, password: 'secret' }])
    expect(toasts).toEqual([{ title: 'Welcome back!', description: 'You have successfully signed in.' }])
  })

  test('continues when the former session cannot be ended', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { store, actions } = createEnvironment({ signOut: thrown })
    await store.signIn(marta.email, 'secret')
    expect(actions).toContain('signIn')
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })

  test('with a wrong password shows Sign In Error and does not redirect', async () => {
    const { store, actions, toasts } = createEnvironment({ signIn: new Error('Invalid login credentials') })
    await store.signIn(marta.email, 'wrong')
    expect(toasts).toEqual([{ tone: 'error', title: 'Sign In Error', description: 'Invalid login credentials' }])
    expect(actions).not.toContain('afterSignIn')
  })

  test('with Google redirects to the root of the site', async () => {
    const { store, calls, toasts } = createEnvironment()
    await store.signInWithGoogle()
    expect(calls.oauth).toEqual([{ provider: 'google', options: { redirectTo: `${ORIGIN}/` } }])
    expect(toasts).toEqual([])
  })

  test('with Google refused shows Google Sign In Error', async () => {
    const { store, toasts } = createEnvironment({ oauth: new Error('Unsupported provider') })
    await store.signInWithGoogle()
    expect(toasts).toEqual([{ tone: 'error', title: 'Google Sign In Error', description: 'Unsupported provider' }])
  })
})

describe('signing out', () => {
  test('clears the stored keys, revokes the held session, and redirects to /auth', async () => {
    const { store, actions, toasts, announce } = createEnvironment()
    announce('TOKEN_REFRESHED', session)
    await store.signOut()
    expect(actions).toEqual([
      'clear stored keys',
      'revoke token-of-marta global',
      'sign out global',
      'signOut',
      'afterSignOut',
    ])
    expect(toasts).toEqual([{ title: 'Signed Out' }])
  })

  test('clears the profile and the caches when SIGNED_OUT is announced', () => {
    const { store, actions, announce } = createEnvironment()
    announce('TOKEN_REFRESHED', session)
    announce('SIGNED_OUT', null)
    expect(store.get()).toMatchObject({ user: null, session: null, profile: null })
    expect(actions).toEqual(['forget'])
  })
})

describe('password reset', () => {
  test('sends an email that links to /auth', async () => {
    const { store, calls, toasts } = createEnvironment()
    await store.resetPassword(marta.email)
    expect(calls.reset).toEqual([marta.email, { redirectTo: `${ORIGIN}/auth` }])
    expect(toasts).toMatchObject([
      { title: 'Reset Email Sent', description: 'Please check your email for password reset instructions.' },
    ])
  })

  test('shows Reset Password Error when the reset is refused', async () => {
    const { store, toasts } = createEnvironment({ reset: new Error('For security purposes, wait 50 seconds') })
    await store.resetPassword(marta.email)
    expect(toasts).toEqual([
      { tone: 'error', title: 'Reset Password Error', description: 'For security purposes, wait 50 seconds' },
    ])
  })

  test('asks for a new password after PASSWORD_RECOVERY, and confirms once it is set', async () => {
    const { store, toasts, announce } = createEnvironment({ updateUser: { data: { user: marta }, error: null } })
    announce('PASSWORD_RECOVERY', session)
    expect(store.get().recovering).toBe(true)
    await store.setNewPassword('a better one than before')
    expect(store.get().recovering).toBe(false)
    expect(toasts).toEqual([{ title: 'Password Changed', description: 'You’re signed in with your new password.' }])
  })
})

describe('a page opened by a recovery link', () => {
  test('asks for the new password immediately, before PASSWORD_RECOVERY is announced', () => {
    const { store, announce } = createEnvironment({}, true)
    announce('SIGNED_IN', session)
    expect(store.get().recovering).toBe(true)
  })

  test('is an ordinary page when there is no session after all', () => {
    const { store, announce } = createEnvironment({}, true)
    announce('INITIAL_SESSION', null)
    expect(store.get().recovering).toBe(false)
  })
})

describe('the profile', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test.each(['SIGNED_IN', 'INITIAL_SESSION'] as const)('is loaded whole and by id 100 ms after %s', async (event) => {
    const { store, actions, calls, announce } = createEnvironment({
      profile: { data: { id: marta.id, first_name: 'Marta' } },
    })
    announce(event, session)
    await vi.advanceTimersByTimeAsync(99)
    expect(actions).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(calls.profile).toEqual(['*', 'id', marta.id])
    expect(store.get().profile).toMatchObject({ first_name: 'Marta' })
  })

  test('logs no error when it cannot be read because the session is gone', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const denied = { code: '42501', message: 'permission denied for table profiles' }
    const { store, announce } = createEnvironment({ profile: { data: null, error: denied } })
    announce('SIGNED_IN', session)
    await vi.advanceTimersByTimeAsync(100)
    expect(store.get().profile).toBeNull()
    expect(complain).not.toHaveBeenCalled()
    complain.mockRestore()
  })

  test('logs no error when its session was ended, but logs any other refusal', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const [code, complaints] of [
      ['PGRST303', 0],
      ['42501', 1],
    ] as const) {
      const { announce } = createEnvironment(
        { profile: { data: null, error: { code, message: 'no' } } },
        false,
        session,
      )
      announce('SIGNED_IN', session)
      await vi.advanceTimersByTimeAsync(100)
      expect(complain).toHaveBeenCalledTimes(complaints)
    }
    complain.mockRestore()
  })

  test('that does not exist yet (PGRST116) is no error', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { store, announce } = createEnvironment({
      profile: { data: null, error: { code: 'PGRST116', message: 'no rows' } },
    })
    announce('SIGNED_IN', session)
    await vi.advanceTimersByTimeAsync(100)
    expect(store.get().profile).toBeNull()
    expect(complain).not.toHaveBeenCalled()
    complain.mockRestore()
  })

  test('is dropped when the user has signed out meanwhile', async () => {
    const { store, announce } = createEnvironment({ profile: { data: { id: marta.id } } })
    announce('SIGNED_IN', session)
    announce('SIGNED_OUT', null)
    await vi.advanceTimersByTimeAsync(200)
    expect(store.get().profile).toBeNull()
  })

  test('cannot be updated by a visitor: No user found', async () => {
    const { store, actions, toasts } = createEnvironment()
    const { error } = await store.updateProfile({ bio: 'Hello' })
    expect(error?.message).toBe('No user found')
    expect(toasts).toEqual([{ tone: 'error', title: 'Update Error', description: 'No user found' }])
    expect(actions).toEqual([])
  })

  test('is updated for its owner only, then read again', async () => {
    const { store, calls, toasts, announce } = createEnvironment({ profile: { data: { id: marta.id, bio: 'Hello' } } })
    announce('TOKEN_REFRESHED', session)
    await store.updateProfile({ bio: 'Hello' })
    expect(calls.update).toEqual([{ bio: 'Hello' }, 'id', marta.id])
    expect(store.get().profile).toMatchObject({ bio: 'Hello' })
    expect(toasts).toEqual([{ title: 'Profile Updated', description: 'Your profile has been successfully updated.' }])
  })
})

describe('the loading flag', () => {
  test('is set initially and cleared by the first event', () => {
    const { store, announce } = createEnvironment()
    expect(store.get().loading).toBe(true)
    announce('INITIAL_SESSION', null)
    expect(store.get().loading).toBe(false)
  })

  test('is cleared by the first session check when no event comes', async () => {
    const { store } = createEnvironment()
    await Promise.resolve()
    await Promise.resolve()
    expect(store.get().loading).toBe(false)
  })
})
