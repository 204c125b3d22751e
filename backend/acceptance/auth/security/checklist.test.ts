import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, follow, linkOf, mailTo } from '../mailbox.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from '../wire.ts'

// Section 19 of the auth contract, item by item: each attack and its refusal. README.md lists where items that need a provider, an
// organisation or a wallet are tested. Runs on a separate server that requires confirmed addresses.
let server: OwnServer
let auth: OwnServer['auth']

beforeAll(async () => {
  const environment = { AUTH_AUTOCONFIRM: '0', AUTH_PHONE: '1', AUTH_SMS_AUTOCONFIRM: '0' }
  server = await startOwnServer(environment, { settings: { mailGapSeconds: 0, refreshReuseIntervalSeconds: 0 } })
  auth = server.auth
})
afterEach(() => server.reset())
afterAll(() => server.close())

const sql = () => server.backend.database.admin

function visitor(): SupabaseClient {
  return createClient(server.url, server.backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** A signed-in user with a confirmed address. */
async function member(name = 'anna') {
  const email = freshEmail(name)
  const client = visitor()
  auth.autoconfirm = true
  const { data } = await client.auth.signUp({ email, password: PASSWORD })
  auth.autoconfirm = false
  const session = data.session
  if (!session) throw new Error('nobody was signed up')
  return { client, email, id: session.user.id, accessToken: session.access_token, refreshToken: session.refresh_token }
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call('POST', path, { server: server.url, body, headers: { ...NEW_SHAPE, ...headers } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const signIn = (email: string, password: string) => post('/token?grant_type=password', { email, password })
const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })
const mailOf = (email: string) => mailTo(email, { server: server.url })

describe('account enumeration', () => {
  test('1: an unknown address, one without a password and a wrong password get the same answer; unconfirmed shows only after the right one', async () => {
    const { email } = await member()
    const waiting = freshEmail('waiting')
    await visitor().auth.signUp({ email: waiting, password: PASSWORD })
    const passwordless = freshEmail('passwordless')
    await visitor().auth.signInWithOtp({ email: passwordless })
    const answers = await Promise.all(
      [email, waiting, passwordless, freshEmail('nobody')].map((address) => signIn(address, 'wrong-password')),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect((await signIn(waiting, PASSWORD)).body.code).toBe('email_not_confirmed')
  })

  test('2: sign-up, recovery and resending answer alike for known and unknown addresses', async () => {
    const { email } = await member()
    const shape = (body: Record<string, unknown>) => Object.keys(body).sort()
    const [known, unknown] = [
      await post('/signup', { email, password: PASSWORD }),
      await post('/signup', { email: freshEmail('new'), password: PASSWORD }),
    ]
    expect([known.status, shape(known.body)]).toEqual([unknown.status, shape(unknown.body)])
    expect(known.body.identities).toEqual([])
    for (const path of ['/recover', '/resend']) {
      const answers = [email, freshEmail('nobody')].map((address) => post(path, { type: 'signup', email: address }))
      expect((await Promise.all(answers)).map(({ status, body }) => [status, body])).toEqual([
        [200, {}],
        [200, {}],
      ])
    }
  })

  test('3: a wrong, an unknown and an expired code get the same answer', async () => {
    const { email } = await member()
    await visitor().auth.signInWithOtp({ email })
    const code = codeOf(await mailOf(email))
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = [
      await post('/verify', { type: 'email', email, token: wrong }),
      await post('/verify', { type: 'email', email: freshEmail('nobody'), token: wrong }),
    ]
    await sql()`update auth.one_time_tokens set created_at = now() - interval '2 days' where relates_to = ${email}`
    answers.push(await post('/verify', { type: 'email', email, token: code }))
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([403, { code: 'otp_expired', message: 'Token has expired or is invalid' }])
    }
  })

  test('d: the wait between two emails is the same for an unknown address', async () => {
    auth.mailGapSeconds = 60
    const { email } = await member()
    for (const address of [email, freshEmail('nobody')]) {
      expect((await post('/recover', { email: address })).status).toBe(200)
      expect((await post('/recover', { email: address })).body.code).toBe('over_email_send_rate_limit')
    }
  })
})

describe('codes and links', () => {
  test('4: a code is bound to its address, works once, and is invalidated by any other proof', async () => {
    const { email, client } = await member()
    await visitor().auth.signInWithOtp({ email })
    const token = codeOf(await mailOf(email))
    const other = await member('ben')
    expect((await post('/verify', { type: 'email', email: other.email, token })).status).toBe(403)
    await client.auth.updateUser({ password: 'another-lantern-43' })
    expect((await post('/verify', { type: 'email', email, token })).status).toBe(403)
    expect(await sql()`select from auth.one_time_tokens where relates_to = ${email}`).toHaveLength(0)
  })

  test('4: a code for the old address does not confirm a new one', async () => {
    const { email, client } = await member()
    await client.auth.updateUser({ email: freshEmail('wanted') })
    await sql()`update auth.users set email = ${freshEmail('moved')} where email = ${email}`
    const token = codeOf(await mailOf(email))
    expect((await post('/verify', { type: 'email_change', email, token })).status).toBe(403)
  })

  test('b: five wrong guesses invalidate a code', async () => {
    const { email } = await member()
    await visitor().auth.signInWithOtp({ email })
    const token = codeOf(await mailOf(email))
    const wrong = token === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n += 1) await post('/verify', { type: 'email', email, token: wrong })
    expect((await post('/verify', { type: 'email', email, token })).status).toBe(403)
  })

  test('g: HEAD does not consume a link', async () => {
    const { email } = await member()
    await visitor().auth.signInWithOtp({ email })
    const link = linkOf(await mailOf(email))
    await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect((await follow(link)).hash).toContain('access_token=')
  })

  test('7: only allowed redirects are accepted, in every parameter', async () => {
    const site = new URL(server.url).host
    for (const evil of [
      'https://evil.example/',
      `https://${site}@evil.example/`,
      'javascript:alert(1)',
      '//evil.example',
    ]) {
      const asked = [
        await call('GET', `/verify?type=signup&token=x&redirect_to=${encodeURIComponent(evil)}`, {
          server: server.url,
        }),
        await call('GET', '/verify?type=signup&token=x', { server: server.url, headers: { redirect_to: evil } }),
      ]
      for (const { headers } of asked) expect(new URL(headers.get('location') ?? '').host).toBe(site)
    }
  })

  test('n: an emailed link has our own host, whatever host a request names', async () => {
    const { email } = await member()
    const { status } = await post(
      '/otp',
      { email },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    )
    expect(status).toBe(200)
    expect(linkOf(await mailOf(email)).startsWith(server.url)).toBe(true)
  })
})

describe('sessions and tokens', () => {
  test('10: fifty concurrent refreshes form one chain, and nobody is signed out', async () => {
    auth.refreshReuseIntervalSeconds = 10
    const { client, id, refreshToken } = await member()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    const [session] = await sql()`select refresh_token_counter::int as counter from auth.sessions where user_id = ${id}`
    expect(session).toEqual({ counter: 1 })
    expect((await refresh(answers[0]?.body.refresh_token ?? '')).status).toBe(200)
    expect((await client.auth.getUser()).data.user?.id).toBe(id)
  })

  test('10: reuse of a stolen refresh token ends the family permanently', async () => {
    const { refreshToken, accessToken } = await member()
    const second = await refresh(refreshToken)
    const third = await refresh(second.body.refresh_token)
    expect((await refresh(refreshToken)).body.code).toBe('refresh_token_already_used')
    // The error did not roll it back.
    expect((await refresh(third.body.refresh_token)).body.code).toBe('refresh_token_not_found')
    for (const token of [accessToken, third.body.access_token]) {
      const asked = await call('GET', '/user', { server: server.url, headers: { ...NEW_SHAPE, ...bearer(token) } })
      expect(asked.body.code).toBe('session_not_found')
    }
  })

  test('11: signing out and a ban apply immediately, although the access token has not expired', async () => {
    const { client, accessToken, id } = await member()
    const ask = () => call('GET', '/user', { server: server.url, headers: { ...NEW_SHAPE, ...bearer(accessToken) } })
    await sql()`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`
    expect((await ask()).body.code).toBe('user_banned')
    await sql()`update auth.users set banned_until = null where id = ${id}`
    await client.auth.signOut()
    expect((await ask()).body.code).toBe('session_not_found')
  })

  test('12: a new password ends the other sessions, and one set by an administrator ends all', async () => {
    const { client, email, id } = await member()
    const other = visitor()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    await client.auth.updateUser({ password: 'another-lantern-43' })
    expect((await other.auth.getUser()).data.user).toBeNull()
    expect((await client.auth.getUser()).data.user?.id).toBe(id)
    const admin = createClient(server.url, server.backend.keyring.apiKeys.secretKey).auth.admin
    await admin.updateUserById(id, { password: 'one-more-lantern-44' })
    expect((await client.auth.getUser()).data.user).toBeNull()
  })

  test('13: with a second factor, only a session that has verified it can change authentication methods', async () => {
    const { client, email } = await member()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const code = new TOTP({ secret: data?.totp?.secret ?? '' }).generate()
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    // A token from before the factor does not become a session that has verified it.
    expect((await refresh(before)).status).toBe(400)
    const low = visitor()
    await low.auth.signInWithPassword({ email, password: PASSWORD })
    for (const change of [{ password: 'another-lantern-43' }, { email: freshEmail('thief') }]) {
      expect((await low.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
    expect((await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error).toMatchObject({
      status: 403,
    })
    expect((await low.auth.mfa.unenroll({ factorId: data?.id ?? '' })).error).toMatchObject({ status: 422 })
  })

  test('c: an authenticator code is valid once', async () => {
    const { client } = await member()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const factorId = data?.id ?? ''
    const code = new TOTP({ secret: data?.totp?.secret ?? '' }).generate()
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
      code: 'mfa_verification_failed',
    })
  })

  test('o: an API key is no user', async () => {
    const { anonKey, publishableKey, secretKey } = server.backend.keyring.apiKeys
    for (const key of [anonKey, publishableKey, secretKey]) {
      const asked = await call('GET', '/user', { server: server.url, headers: { ...NEW_SHAPE, ...bearer(key) } })
      expect([asked.status, asked.body.code]).toEqual([403, 'bad_jwt'])
    }
    const asked = await call('GET', '/user', { server: server.url, headers: { apikey: anonKey } })
    expect(asked.status).toBe(401)
  })

  test('h: answers with tokens are never cached, and their URL is not sent as a referrer', async () => {
    const { email, refreshToken } = await member()
    const link = await (async () => {
      await visitor().auth.signInWithOtp({ email })
      return linkOf(await mailOf(email))
    })()
    const answers = [(await refresh(refreshToken)).headers, (await fetch(link, { redirect: 'manual' })).headers]
    for (const headers of answers) {
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    }
  })
})

describe('stored data', () => {
  test('e, 20: no token, code, password or factor secret is stored in plain text', async () => {
    const { client, email, refreshToken, accessToken } = await member()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    await visitor().auth.signInWithOtp({ email })
    const mail = await mailOf(email)
    const tables = await sql()<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'`
    const everything = await Promise.all(
      tables.map(({ name }) => sql()<{ row: string }[]>`select t::text as row from ${sql()(`auth.${name}`)} t`),
    )
    const text = everything
      .flat()
      .map(({ row }) => row)
      .join('\n')
    expect(text).toContain(email) // otherwise this would prove nothing
    for (const secret of [refreshToken, accessToken, PASSWORD, data?.totp?.secret ?? '', ` ${codeOf(mail)} `]) {
      expect(secret.length).toBeGreaterThan(5)
      expect(text.includes(secret)).toBe(false)
    }
  })

  test('expired data is removed, and nothing else', async () => {
    const { cleanUp } = await import('../../../src/auth/clean-up.ts')
    await cleanUp(sql(), { ...auth, anonymousDays: 30, auditDays: 30 })
    const { id, client } = await member()
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Begun' })
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Given up' })
    await sql()`update auth.mfa_factors set created_at = now() - interval '2 days' where friendly_name = 'Given up'`
    await sql()`insert into auth.sessions (user_id, not_after) values (${id}, now() - interval '4 days'), (${id}, now() - interval '1 day')`
    await sql()`
      insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at)
      values (${id}, 'recovery_token', 'x', 'y', now() - interval '3 days')`
    await sql()`
      insert into auth.known_devices (user_id, mark, seen_at)
      values (${id}, 'lost', now() - interval '181 days'), (${id}, 'kept', now() - interval '179 days')`
    const [ghost] = await sql()`
      insert into auth.users (is_anonymous, created_at) values (true, now() - interval '31 days') returning id`
    await sql()`
      insert into auth.audit_log_entries (payload, created_at)
      values ('{"action": "old"}', now() - interval '31 days'), ('{"action": "fresh"}', now() - interval '29 days')`
    const removed = await cleanUp(sql(), { ...auth, anonymousDays: 30, auditDays: 30 })
    expect(removed).toMatchObject({
      sessions: 1,
      one_time_tokens: 1,
      mfa_factors: 1,
      known_devices: 1,
      audit_log_entries: 1,
      users: 1,
    })
    expect(await sql()`select from auth.sessions where user_id = ${id}`).toHaveLength(2)
    expect(await sql()`select friendly_name from auth.mfa_factors where user_id = ${id}`).toEqual([
      { friendly_name: 'Begun' },
    ])
    expect(await sql()`select from auth.users where id = ${ghost?.id}`).toHaveLength(0)
    expect(await cleanUp(sql(), { ...auth, anonymousDays: 30, auditDays: 30 })).toEqual({})
  })

  test('an imported hash is replaced by our own at the first sign-in', async () => {
    const { email, id } = await member()
    // bcrypt, cost 4, of "correct horse"
    await sql()`
      update auth.users set encrypted_password = '$2b$04$fsC.QL6AOJtI49gvB2u/H.cnfLQPF8FYj6NnnFI8IhSPMIfJ6vrba' where id = ${id}`
    expect((await signIn(email, 'wrong horse')).status).toBe(400)
    expect((await signIn(email, 'correct horse')).status).toBe(200)
    const stored = async () => {
      const [row] = await sql()<{ hash: string }[]>`select encrypted_password as hash from auth.users where id = ${id}`
      return row?.hash
    }
    await expect.poll(stored, { timeout: 10_000 }).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email, 'correct horse')).status).toBe(200)
  })
})

describe('request input', () => {
  test('14: privileges, audience, id and confirmations cannot be claimed, at sign-up or later', async () => {
    const claimed = {
      role: 'service_role',
      aud: 'admin',
      id: '00000000-0000-4000-8000-000000000000',
      email_confirmed_at: 'now',
    }
    const email = freshEmail('climber')
    const made = await post('/signup', { email, password: PASSWORD, app_metadata: { admin: true }, ...claimed })
    expect(made.body).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email' },
    })
    expect(made.body.id).not.toBe(claimed.id)
    expect(made.body.app_metadata).not.toHaveProperty('admin')
    const { accessToken, id } = await member()
    const put = (body: unknown) =>
      call('PUT', '/user', { server: server.url, body, headers: { ...NEW_SHAPE, ...bearer(accessToken) } })
    expect((await put({ app_metadata: { admin: true } })).body.code).toBe('not_admin')
    expect((await put(claimed)).body).toMatchObject({ id, role: 'authenticated', aud: 'authenticated' })
  })

  test('k: the metadata of a sign-up sets no address and no confirmation, by phone either', async () => {
    const victim = freshEmail('victim')
    const data = { sub: 'x', email: victim, email_verified: true, phone_verified: true, phone: '15550009999' }
    const made = [
      await post('/signup', { email: freshEmail('planter'), password: PASSWORD, data }),
      await post('/signup', {
        phone: '15550001234',
        password: PASSWORD,
        data: { ...data, email: { is: 'an object' } },
      }),
    ]
    for (const { status, body } of made) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(victim)
      expect(body.identities[0]?.identity_data).toMatchObject({ email_verified: false, phone_verified: false })
    }
    expect(await sql()`select from auth.identities where email = ${victim}`).toHaveLength(0)
  })

  test('j: metadata cannot reach a prototype, and stays small enough for a token', async () => {
    const data = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')
    const email = freshEmail('proto')
    expect((await post('/signup', { email, password: PASSWORD, data })).status).toBe(200)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    const large = await post('/signup', {
      email: freshEmail('large'),
      password: PASSWORD,
      data: { x: 'x'.repeat(20_000) },
    })
    expect([large.status, large.body.code]).toEqual([400, 'validation_failed'])
  })

  test('l: NUL bytes and lone surrogates are bad requests, never server errors', async () => {
    for (const text of ['a\u0000b', '\ud800', 'x\udfff']) {
      const answers = [
        await post('/signup', { email: freshEmail(), password: PASSWORD, data: { name: text } }),
        await post('/signup', { email: `${text}@example.com`, password: PASSWORD }),
        await post('/token?grant_type=password', { email: freshEmail(), password: text }),
      ]
      for (const { status } of answers) expect([400, 422]).toContain(status)
    }
  })

  test('m: an address is ASCII and lower case, so that no two look alike', async () => {
    const { email } = await member()
    expect((await signIn(email.toUpperCase(), PASSWORD)).status).toBe(200)
    for (const lookalike of [email.replace('a', 'а'), `ſomebody@example.com`, 'İ@example.com']) {
      expect((await post('/signup', { email: lookalike, password: PASSWORD })).status).toBe(400)
    }
  })

  test('i: exactly one of several concurrent sign-ups for one address, in any letter case, creates the account', async () => {
    const email = freshEmail('race')
    const spellings = [email, email.toUpperCase(), email.replace('race', 'RaCe'), email, email]
    await Promise.all(spellings.map((address) => post('/signup', { email: address, password: PASSWORD })))
    expect(await sql()`select from auth.users where lower(email) = ${email}`).toHaveLength(1)
  })

  test('19: a body over a megabyte is refused, and internal errors disclose nothing', async () => {
    const large = await post('/signup', { email: freshEmail(), password: PASSWORD, x: 'x'.repeat(1_100_000) })
    expect([large.status, large.body.code]).toEqual([413, 'request_entity_too_large'])
    await sql().unsafe('alter table auth.email_gaps rename to mail_gaps_away')
    const failed = await post('/recover', { email: freshEmail() })
    await sql().unsafe('alter table auth.mail_gaps_away rename to email_gaps')
    expect([failed.status, failed.body]).toEqual([
      500,
      { code: 'unexpected_failure', message: 'Unexpected failure, please check server logs for more information' },
    ])
  })
})
