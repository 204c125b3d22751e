import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ethereumKey, solanaKey } from './wallets.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

// A server of its own, whose settings a test may change: what is off on most servers, and on where most have it off.
let server: OwnServer
let backend: OwnServer['backend']
let auth: OwnServer['auth']
let url: string

beforeAll(async () => {
  server = await startOwnServer({ AUTH_ANONYMOUS: '1' })
  ;({ backend, auth, url } = server)
})

afterEach(() => server.reset())

afterAll(() => server.close())

function stranger(): SupabaseClient {
  return createClient(url, backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } },
  })
}

async function somebody() {
  const client = stranger()
  const email = freshEmail()
  await client.auth.signUp({ email, password: PASSWORD })
  return { client, email }
}

/** As if this had been done so long ago. */
async function age(column: 'created_at' | 'refreshed_at', client: SupabaseClient, seconds: number): Promise<void> {
  const { data } = await client.auth.getUser()
  const sql = backend.database.admin
  await sql`
    update auth.sessions set ${sql(column)} = now() - make_interval(secs => ${seconds})
    where user_id = ${data.user?.id ?? null}`
}

describe('an account without an address', () => {
  test('is a whole account that policies can tell apart', async () => {
    const client = stranger()
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { first_name: 'Guest' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      role: 'authenticated',
      app_metadata: {},
      user_metadata: { first_name: 'Guest' },
      identities: [],
    })
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [{ method: 'anonymous' }],
    })
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('gets an address and a password later, and stays who it was', async () => {
    const client = stranger()
    const { data: guest } = await client.auth.signInAnonymously()
    const alone = await client.auth.updateUser({ password: PASSWORD })
    expect(alone.error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
    const email = freshEmail('guest')
    const { data, error } = await client.auth.updateUser({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: guest.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('keeps no factors and no passkeys', async () => {
    const client = stranger()
    await client.auth.signInAnonymously()
    const refused = { status: 403, code: 'no_authorization' }
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'x' })).error).toMatchObject(refused)
    expect((await client.auth.passkey.list()).error).toMatchObject(refused)
  })
})

describe('switched off', () => {
  test('sign-up lets in nobody new, by any way, and everybody who was there', async () => {
    const { email } = await somebody()
    auth.signups = false
    const closed = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }
    expect((await stranger().auth.signUp({ email: freshEmail(), password: PASSWORD })).error).toMatchObject(closed)
    expect((await stranger().auth.signInAnonymously()).error).toMatchObject(closed)
    expect((await stranger().auth.signInWithOtp({ email: freshEmail() })).error).toMatchObject(closed)
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await call('GET', '/settings', { server: url })).body).toMatchObject({ disable_signup: true })
  })

  test('passkeys and factors say so', async () => {
    const { client } = await somebody()
    auth.passkeys = false
    auth.mfa = { ...auth.mfa, types: [] }
    expect((await client.auth.passkey.list()).error).toMatchObject({
      status: 404,
      code: 'passkey_disabled',
      message: 'Passkeys are disabled',
    })
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'x' })).error).toMatchObject({
      status: 422,
      code: 'mfa_totp_enroll_not_enabled',
      message: 'MFA enroll is disabled for TOTP',
    })
    expect(await call('POST', '/passkeys/authentication/options', { server: url, headers: NEW_SHAPE })).toMatchObject({
      status: 404,
      body: { code: 'passkey_disabled' },
    })
  })
})

describe('a session with an end', () => {
  async function refresh(client: SupabaseClient) {
    const { error } = await client.auth.refreshSession()
    return error && { status: error.status, code: error.code, message: error.message }
  }
  const expired = (why: string) => ({ status: 400, code: 'session_expired', message: `Invalid Refresh Token: ${why}` })

  test('goes no further than its time box', async () => {
    const { client } = await somebody()
    auth.sessions = { ...auth.sessions, timeboxSeconds: 3600 }
    expect(await refresh(client)).toBeNull()
    await age('created_at', client, 3601)
    expect(await refresh(client)).toEqual(expired('Session Expired'))
  })

  test('ends when nobody used it for too long', async () => {
    const { client } = await somebody()
    auth.sessions = { ...auth.sessions, inactivitySeconds: 600 }
    await age('created_at', client, 3600)
    expect(await refresh(client)).toEqual(expired('Session Expired (Inactivity)'))
    const busy = await somebody()
    await refresh(busy.client)
    await age('created_at', busy.client, 3600)
    expect(await refresh(busy.client)).toBeNull()
  })

  test('is short for who has a second factor and has not shown it', async () => {
    const { client, email } = await somebody()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const secret = data?.totp?.secret ?? ''
    const code = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate()
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    auth.sessions = { ...auth.sessions, lowAalSeconds: 900 }
    await age('created_at', client, 1000)
    expect(await refresh(client)).toBeNull()

    const low = stranger()
    const { data: signedIn } = await low.auth.signInWithPassword({ email, password: PASSWORD })
    expect(signedIn.session?.expires_in).toBe(900)
    await age('created_at', low, 1000)
    expect(await refresh(low)).toEqual(expired('Session Expired (Low AAL: User Needs MFA Verification)'))
  })

  test('gives way to a newer one, where an account may have only one', async () => {
    const { client, email } = await somebody()
    auth.sessions = { ...auth.sessions, singlePerUser: true }
    const newer = stranger()
    await newer.auth.signInWithPassword({ email, password: PASSWORD })
    expect(await refresh(client)).toEqual(expired('Session Expired (Revoked by Newer Login)'))
    expect(await refresh(newer)).toBeNull()
  })
})

describe('a captcha', () => {
  let service: Server
  const asked: URLSearchParams[] = []

  beforeAll(async () => {
    service = createServer(async (request, response) => {
      const form = new URLSearchParams(await text(request))
      asked.push(form)
      const success = form.get('response') === 'solved' && form.get('secret') === 'between-us'
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response'] }))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => service.close(resolve)))

  function switchOn(): void {
    const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
    auth.captcha = { provider: 'turnstile', secret: 'between-us', address }
  }

  test('is asked for where somebody without a session wants something, and nowhere else', async () => {
    const { client, email } = await somebody()
    switchOn()
    const missing = {
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (no captcha_token found)',
    }
    const nobody = stranger().auth
    expect((await nobody.signUp({ email: freshEmail(), password: PASSWORD })).error).toMatchObject(missing)
    expect((await nobody.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject(missing)
    expect((await nobody.resetPasswordForEmail(email)).error).toMatchObject(missing)
    expect((await nobody.signInWithOtp({ email })).error).toMatchObject(missing)
    expect((await nobody.resend({ type: 'signup', email })).error).toMatchObject(missing)
    expect((await client.auth.refreshSession()).error).toBeNull()
    const admin = createClient(url, backend.keyring.apiKeys.secretKey).auth
    expect((await admin.signUp({ email: freshEmail(), password: PASSWORD })).error).toBeNull()
  })

  test('that was solved lets in, one that was not does not, and a service that is down lets in nobody', async () => {
    switchOn()
    const signUp = (captchaToken: string) =>
      stranger().auth.signUp({ email: freshEmail(), password: PASSWORD, options: { captchaToken } })
    expect((await signUp('solved')).error).toBeNull()
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ secret: 'between-us', remoteip: '127.0.0.1' })
    expect((await signUp('guessed')).error).toMatchObject({
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)',
    })
    auth.captcha = { provider: 'hcaptcha', secret: 'x', address: 'http://127.0.0.1:1/' }
    expect((await signUp('solved')).error).toMatchObject({ status: 400, code: 'captcha_failed' })
  })
})

describe('a wallet', () => {
  const url = 'https://app.example.com/auth'
  const byEthereum = () =>
    stranger().auth.signInWithWeb3({ chain: 'ethereum', wallet: ethereumKey().wallet, options: { url } })
  const bySolana = () =>
    stranger().auth.signInWithWeb3({ chain: 'solana', wallet: solanaKey().wallet, options: { url } })

  test('signs in on the chains that are switched on, and on no other', async () => {
    auth.redirectAllowList = [`${url}`]
    const off = { status: 422, code: 'web3_provider_disabled', message: 'Web3 provider is disabled' }
    expect((await byEthereum()).error).toMatchObject(off)
    const broken = await call('POST', '/token?grant_type=web3', {
      body: '{"chain":',
      headers: NEW_SHAPE,
      server: server.url,
    })
    expect(broken).toMatchObject({ status: 422, body: { code: off.code } })
    auth.web3 = ['ethereum']
    expect((await bySolana()).error).toMatchObject({ ...off, message: 'Solana Web3 provider is disabled' })
    expect((await byEthereum()).error?.message).toMatch(/Domain which is not allowed/)
  })

  test('makes no account where sign-up is closed, and needs the captcha of everybody', async () => {
    auth.redirectAllowList = ['https://app.example.com/**']
    auth.web3 = ['ethereum', 'solana']
    expect((await bySolana()).error).toBeNull()
    auth.signups = false
    expect((await byEthereum()).error).toMatchObject({ status: 422, code: 'signup_disabled' })
    auth.captcha = { provider: 'turnstile', secret: 'x', address: null }
    expect((await byEthereum()).error).toMatchObject({ status: 400, code: 'captcha_failed' })
  })
})

test('administrators read what happened to accounts, in pages; nobody else does', async () => {
  const { client, email } = await somebody()
  const admin = { ...NEW_SHAPE, authorization: `Bearer ${backend.keyring.apiKeys.secretKey}` }
  const answer = await fetch(`${url}/auth/v1/admin/audit?page=1&per_page=2&query=author:${email}`, { headers: admin })
  expect(answer.headers.get('x-total-count')).toBe('1')
  expect(answer.headers.get('link')).toBe('</admin/audit?page=1&per_page=2>; rel="last"')
  expect(await answer.json()).toMatchObject([
    { id: expect.any(String), payload: { action: 'user_signedup', actor_username: email }, ip_address: '127.0.0.1' },
  ])
  const { data } = await client.auth.getSession()
  const theirs = { ...NEW_SHAPE, authorization: `Bearer ${data.session?.access_token}` }
  expect(await call('GET', '/admin/audit', { server: url, headers: theirs })).toMatchObject({ status: 403 })
  expect(await call('GET', '/admin/audit?query=nonsense', { server: url, headers: admin })).toMatchObject({
    status: 400,
  })
})
