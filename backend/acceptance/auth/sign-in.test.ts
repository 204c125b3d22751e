import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { newUser, operator, target, visitor } from '../server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

describe('signing in', () => {
  test('with the right password opens a session whose token names the user', async () => {
    const anna = await newUser({ first_name: 'Anna' })
    const client = visitor()
    const { data, error } = await client.auth.signInWithPassword({ email: anna.email, password: anna.password })
    expect(error).toBeNull()

    const claims = await client.auth.getClaims()
    expect(claims.data?.claims).toMatchObject({
      sub: anna.id,
      iss: `${target().url}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      email: anna.email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      user_metadata: { first_name: 'Anna' },
      app_metadata: { provider: 'email' },
    })
    expect(claims.data?.claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }])
    expect(claims.data?.claims.session_id).toMatch(/^[0-9a-f-]{36}$/)
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id)
  })

  test('leaves the sessions of other devices alone', async () => {
    const anna = await newUser()
    const [first, second] = [visitor(), visitor()]
    for (const client of [first, second]) {
      const { error } = await client.auth.signInWithPassword({ email: anna.email, password: anna.password })
      expect(error).toBeNull()
    }
    for (const client of [first, second]) {
      expect((await client.auth.refreshSession()).data.user?.id).toBe(anna.id)
      expect((await client.auth.getUser()).data.user?.id).toBe(anna.id)
    }
  })

  test('lets the client verify tokens itself with the published keys', async () => {
    const anna = await newUser()
    const asked: string[] = []
    const client = createClient(target().url, target().publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (input, init) => {
          asked.push(String(input))
          return fetch(input, init)
        },
      },
    })
    await client.auth.signInWithPassword({ email: anna.email, password: anna.password })
    asked.length = 0
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
    // The client shares keys between instances, so it may or may not fetch them; it never sends the token.
    expect(asked.filter((url) => !url.endsWith('/.well-known/jwks.json'))).toEqual([])
  })

  test('publishes only public keys, with caching', async () => {
    const answer = await call('GET', '/.well-known/jwks.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    expect(answer.body.keys.length).toBeGreaterThan(0)
    for (const key of answer.body.keys) {
      expect(key).toMatchObject({ kty: 'EC', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
      expect(key).not.toHaveProperty('d')
    }
  })

  test('answers alike for a wrong password, an unknown address and an account without a password', async () => {
    const anna = await newUser()
    const passwordless = freshEmail('passwordless')
    await visitor().auth.signInWithOtp({ email: passwordless })
    const answers = await Promise.all(
      [anna.email, freshEmail('nobody'), passwordless, 'not an address'].map((email) =>
        call('POST', '/token?grant_type=password', { body: { email, password: 'wrong-password' }, headers: NEW_SHAPE }),
      ),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    }
  })

  test('takes about as long for an unknown address as for a wrong password', async () => {
    const anna = await newUser()
    const time = async (email: string) => {
      const start = performance.now()
      await visitor().auth.signInWithPassword({ email, password: 'wrong-password' })
      return performance.now() - start
    }
    // A hash takes far longer than the rest of a sign-in: skipping it would show in every pair. A busy machine slows down one or the other
    // at random. The bench measures the difference precisely.
    let shorter = 0
    for (let pair = 0; pair < 9; pair += 1) {
      const [known, unknown] = [await time(anna.email), await time(freshEmail('nobody'))]
      if (unknown < known * 0.4) shorter += 1
    }
    expect(shorter).toBeLessThan(8)
  })

  test('never lets an answer with tokens be cached', async () => {
    const anna = await newUser()
    const answer = await call('POST', '/token?grant_type=password', {
      body: { email: anna.email, password: anna.password },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('sb-auth-user-id')).toBe(anna.id)
  })

  test('reports a ban only after the right password, and ends the user’s sessions', async () => {
    const anna = await newUser()
    await operator().auth.admin.updateUserById(anna.id, { ban_duration: '1h' })
    const wrong = await visitor().auth.signInWithPassword({ email: anna.email, password: 'wrong-password' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials' })
    const right = await visitor().auth.signInWithPassword({ email: anna.email, password: anna.password })
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned' })
    expect((await anna.client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
    expect((await anna.client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
  })
})

describe('authentication', () => {
  test('a call requires the bearer token of a known user', async () => {
    const bearer = (token: string) => ({ ...NEW_SHAPE, authorization: `Bearer ${token}` })
    expect(await call('GET', '/user', { headers: { ...NEW_SHAPE, apikey: target().publishableKey } })).toMatchObject({
      status: 401,
      body: { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    })
    const broken = await call('GET', '/user', { headers: bearer('not.a.token') })
    expect(broken).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect(broken.body.message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
    for (const key of [target().anonKey, target().publishableKey, target().serviceRoleKey]) {
      const answer = await call('GET', '/user', { headers: bearer(key) })
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'bad_jwt', message: 'invalid claim: missing sub claim' },
      })
    }
  })

  test('a token with a foreign signature, or a changed one, is refused', async () => {
    const anna = await newUser()
    const { data } = await anna.client.auth.getSession()
    const [header, payload, signature] = (data.session?.access_token ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const token of [`${header}.${forged}.${signature}`, `${none}.${forged}.`]) {
      const answer = await call('GET', '/admin/users', { headers: { ...NEW_SHAPE, authorization: `Bearer ${token}` } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    }
  })
})

describe('errors', () => {
  test('keep the legacy form for clients that request no version', async () => {
    const answer = await call('POST', '/signup', { body: { email: 'a@example.com', password: '123' } })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 422,
      error_code: 'weak_password',
      weak_password: { reasons: ['length'] },
    })
    expect(answer.body.msg).toContain('at least 6 characters')
    expect(answer.headers.get('x-sb-error-code')).toBe('weak_password')
    expect(answer.headers.get('x-supabase-api-version')).toBeNull()
  })

  test('return the version that the client requests', async () => {
    const answer = await call('POST', '/token?grant_type=nonsense', { body: {}, headers: NEW_SHAPE })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ code: 'invalid_credentials', message: 'unsupported_grant_type' })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })

  test('describe what is wrong with a body', async () => {
    const broken = await call('POST', '/signup', { body: '{"email":', headers: NEW_SHAPE })
    expect(broken).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    expect(broken.body.message).toMatch(/^Could not parse request body as JSON: /)
    const wrongType = await call('POST', '/signup', { body: { email: 7, password: PASSWORD }, headers: NEW_SHAPE })
    expect(wrongType).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    const huge = await call('POST', '/signup', { body: { email: 'x'.repeat(1_100_000) }, headers: NEW_SHAPE })
    expect(huge).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } })
  })

  test('unknown paths are 404 and known ones with another method 405', async () => {
    expect((await call('GET', '/no-such-thing')).status).toBe(404)
    expect((await call('DELETE', '/token')).status).toBe(405)
  })
})

describe('options for a sign-in page', () => {
  test('are reported by the settings, and a disabled provider is refused as such', async () => {
    const settings = await call('GET', '/settings')
    expect(settings.body).toMatchObject({
      external: { email: true, phone: false, google: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    const google = await call('GET', '/authorize?provider=google', { headers: NEW_SHAPE })
    expect(google).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' },
    })
    expect((await call('GET', '/health')).body).toMatchObject({ name: 'GoTrue' })
    expect((await call('GET', '/.well-known/openid-configuration')).body).toMatchObject({
      issuer: `${target().url}/auth/v1`,
    })
  })
})
