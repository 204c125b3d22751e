import { describe, expect, test } from 'vitest'
import { newUser, visitor } from '../server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

describe('signing up', () => {
  test('returns a session immediately and keeps the user’s metadata', async () => {
    const anna = visitor()
    const email = freshEmail('Anna')
    const metadata = { first_name: 'Anna', last_name: 'Berg', phone: '+41 79 000 00 00', role: 'shipper' }

    const { data, error } = await anna.auth.signUp({ email, password: PASSWORD, options: { data: metadata } })

    expect(error).toBeNull()
    expect(data.session?.access_token).toBeTruthy()
    expect(data.session?.expires_in).toBe(3600)
    expect(data.user).toMatchObject({
      email: email.toLowerCase(),
      phone: '',
      role: 'authenticated',
      aud: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { ...metadata, email_verified: true, phone_verified: false },
    })
    expect(data.user?.identities).toHaveLength(1)
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', id: data.user?.id, user_id: data.user?.id })
    expect(data.user?.identities?.[0]?.identity_data).not.toHaveProperty('phone')
    expect(JSON.stringify(data)).not.toContain('argon2')
  })

  test('refuses an address that has an account', async () => {
    const anna = await newUser()
    const { error } = await visitor().auth.signUp({ email: anna.email.toUpperCase(), password: PASSWORD })
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
  })

  test('lets exactly one of several concurrent sign-ups for one address succeed', async () => {
    const email = freshEmail('race')
    const attempts = await Promise.all(
      Array.from({ length: 8 }, (_, n) => visitor().auth.signUp({ email, password: `${PASSWORD}-${n}` })),
    )
    const winners = attempts.filter(({ data }) => data.session !== null)
    expect(winners).toHaveLength(1)
    for (const { error } of attempts.filter(({ data }) => data.session === null)) {
      expect(error).toMatchObject({ code: 'user_already_exists' })
    }
  })

  test('explains why a password is too weak', async () => {
    const { error } = await visitor().auth.signUp({ email: freshEmail(), password: '12345' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password' })
    expect(error?.message).toContain('Password should be at least 6 characters.')
    expect(error).toMatchObject({ reasons: ['length'] })
  })

  test('refuses a common password', async () => {
    const { error } = await visitor().auth.signUp({ email: freshEmail(), password: 'Iloveyou' })
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
  })

  test.each([
    [
      'an invalid address',
      { email: 'not an address', password: PASSWORD },
      'Unable to validate email address: invalid format',
    ],
    [
      'a password over 72 bytes',
      { email: 'a@example.com', password: 'x'.repeat(73) },
      'Password cannot be longer than 72 characters',
    ],
    ['no password', { email: 'a@example.com' }, 'Signup requires a valid password'],
    [
      'an address and a phone',
      { email: 'a@example.com', phone: '41790000000', password: PASSWORD },
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      'a NUL byte',
      { email: 'a@example.com', password: PASSWORD, data: { name: 'a\0b' } },
      'Text must not contain NUL or unpaired surrogates',
    ],
    [
      'metadata that would not fit into a token',
      { email: 'a@example.com', password: PASSWORD, data: { bio: 'x'.repeat(9000) } },
      'Metadata cannot be larger than 8192 bytes',
    ],
  ])('refuses %s', async (_what, body, message) => {
    const answer = await call('POST', '/signup', { body, headers: NEW_SHAPE })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ code: 'validation_failed', message })
  })

  test('refuses anonymous and phone sign-ups, which are disabled here', async () => {
    const anonymous = await visitor().auth.signInAnonymously()
    expect(anonymous.error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
    const phone = await visitor().auth.signUp({ phone: '41790000000', password: PASSWORD })
    expect(phone.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  test('does not accept privileges, a confirmation or another identity in metadata', async () => {
    const email = freshEmail('mallory')
    const data = {
      email: 'victim@example.com',
      sub: 'somebody-else',
      email_verified: 'yes',
      app_metadata: { admin: true },
    }
    const answer = await call('POST', '/signup', {
      body: { email, password: PASSWORD, data, role: 'service_role', app_metadata: { admin: true }, aud: 'x' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ role: 'authenticated', aud: 'authenticated', email })
    expect(answer.body.user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(answer.body.user.identities[0]?.identity_data).toMatchObject({ email, sub: answer.body.user.id })
    expect(answer.body.user.user_metadata).toMatchObject({ email, email_verified: true })
  })

  test('drops metadata keys that target the prototype', async () => {
    const body = `{"email":"${freshEmail()}","password":"${PASSWORD}","data":{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"city":"Bern"}}`
    const answer = await call('POST', '/signup', { body })
    expect(answer.status).toBe(200)
    expect(answer.body.user.user_metadata.city).toBe('Bern')
    expect(JSON.stringify(answer.body)).not.toContain('"admin"')
  })
})
