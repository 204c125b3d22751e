import { describe, expect, test } from 'vitest'
import { newUser, operator, visitor } from '../server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

describe('a sign-up trigger of the application', () => {
  test('runs in the same transaction, so the profile exists as soon as the session', async () => {
    const anna = await newUser({ first_name: 'Anna' })
    const { data, error } = await anna.client.from('auth_profiles').select('id, first_name').single()
    expect(error).toBeNull()
    expect(data).toEqual({ id: anna.id, first_name: 'Anna' })
  })

  test('may refuse with its own message, and then no account remains', async () => {
    const email = freshEmail('refused')
    const refused = await call('POST', '/signup', {
      body: { email, password: PASSWORD, data: { refuse: 'plainly' } },
      headers: NEW_SHAPE,
    })
    expect(refused).toMatchObject({ status: 500, body: { code: 'unexpected_failure', message: 'We are full.' } })
    const signIn = await visitor().auth.signInWithPassword({ email, password: PASSWORD })
    expect(signIn.error).toMatchObject({ code: 'invalid_credentials' })
    expect((await visitor().auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  })

  test('may set a status, and passes its hint to older clients', async () => {
    const body = { email: freshEmail('refused'), password: PASSWORD, data: { refuse: 'with a status' } }
    expect(await call('POST', '/signup', { body })).toMatchObject({
      status: 409,
      body: { code: 'PT409', message: 'That name is taken.', hint: 'Choose another.' },
    })
  })

  test('reports a violated constraint to the caller, but no internal errors', async () => {
    const { error } = await operator().auth.admin.createUser({
      email: freshEmail('refused'),
      user_metadata: { first_name: 'nobody' },
    })
    expect(error?.message).toContain('violates check constraint')
  })
})
