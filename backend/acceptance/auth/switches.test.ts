import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, mailsTo, mailTo } from './mailbox.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { foundOrganisation } from './stand-in-organisation.ts'
import { ethereumKey, solanaKey } from './wallets.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

// A separate server whose settings each test changes, for features that are off by default.
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

async function newUser() {
  const client = stranger()
  const email = freshEmail()
  await client.auth.signUp({ email, password: PASSWORD })
  return { client, email }
}

/** Pretends that this happened that long ago. */
async function age(column: 'created_at' | 'refreshed_at', client: SupabaseClient, seconds: number): Promise<void> {
  const { data } = await client.auth.getUser()
  const sql = backend.database.admin
  await sql`
    update auth.sessions set ${sql(column)} = now() - make_interval(secs => ${seconds})
    where user_id = ${data.user?.id ?? null}`
}

describe('an anonymous account', () => {
  test('is a full account that policies can distinguish', async () => {
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

  test('can add an address and a password later, and keeps its id', async () => {
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

  test('cannot have factors or passkeys', async () => {
    const client = stranger()
    await client.auth.signInAnonymously()
    const refused = { status: 403, code: 'no_authorization' }
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'x' })).error).toMatchObject(refused)
    expect((await client.auth.passkey.list()).error).toMatchObject(refused)
  })
})

describe('when disabled', () => {
  test('sign-up refuses every new user, but existing ones can sign in', async () => {
    const { email } = await newUser()
    auth.signups = false
    const closed = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }
    expect((await stranger().auth.signUp({ email: freshEmail(), password: PASSWORD })).error).toMatchObject(closed)
    expect((await stranger().auth.signInAnonymously()).error).toMatchObject(closed)
    // The same answer for every address: it does not disclose which ones have an account.
    const newcomer = freshEmail()
    expect(await stranger().auth.signInWithOtp({ email: newcomer })).toEqual(
      await stranger().auth.signInWithOtp({ email }),
    )
    await mailTo(email, { server: url })
    expect(await mailsTo(newcomer, url)).toEqual([])
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await call('GET', '/settings', { server: url })).body).toMatchObject({ disable_signup: true })
  })

  test('passkeys and factors are refused as such', async () => {
    const { client } = await newUser()
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

test('a code of an authenticator app may be accepted again while it is valid', async () => {
  const { client } = await newUser()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const secret = data?.totp?.secret ?? ''
  // The step after this one, so that no test can cross its end.
  const code = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + 30_000,
  })
  const given = { factorId: data?.id ?? '', code }
  const statuses = async () => {
    const { error } = await client.auth.mfa.challengeAndVerify(given)
    return error?.status ?? 200
  }
  expect([await statuses(), await statuses()]).toEqual([200, 422])
  auth.mfa = { ...auth.mfa, reusesCodes: true }
  expect(await statuses()).toBe(200)
})

describe('a session with a limited lifetime', () => {
  async function refresh(client: SupabaseClient) {
    const { error } = await client.auth.refreshSession()
    return error && { status: error.status, code: error.code, message: error.message }
  }
  const expired = (why: string) => ({ status: 400, code: 'session_expired', message: `Invalid Refresh Token: ${why}` })

  test('does not outlive its time box', async () => {
    const { client } = await newUser()
    auth.sessions = { ...auth.sessions, timeboxSeconds: 3600 }
    expect(await refresh(client)).toBeNull()
    await age('created_at', client, 3601)
    expect(await refresh(client)).toEqual(expired('Session Expired'))
  })

  test('ends completely when an old token is reused after the reuse interval', async () => {
    const { client } = await newUser()
    const opened = (await client.auth.getSession()).data.session
    await refresh(client)
    await refresh(client)
    const last = (await client.auth.getSession()).data.session
    await backend.database.admin`
      update auth.sessions set recent_rotations = array(select at - interval '11 seconds' from unnest(recent_rotations) as at)
      where user_id = ${opened?.user.id ?? null}`

    const refreshed = (refresh_token = '') =>
      call('POST', '/token?grant_type=refresh_token', { body: { refresh_token }, headers: NEW_SHAPE, server: url })
    expect(await refreshed(opened?.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    expect(await refreshed(last?.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    })
    expect((await stranger().auth.getUser(last?.access_token)).data.user).toBeNull()
  })

  test('ends when unused for too long', async () => {
    const { client } = await newUser()
    auth.sessions = { ...auth.sessions, inactivitySeconds: 600 }
    await age('created_at', client, 3600)
    expect(await refresh(client)).toEqual(expired('Session Expired (Inactivity)'))
    const busy = await newUser()
    await refresh(busy.client)
    await age('created_at', busy.client, 3600)
    expect(await refresh(busy.client)).toBeNull()
  })

  test('is short for users who have not verified their second factor', async () => {
    const { client, email } = await newUser()
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

  test('is replaced by a newer one when accounts are limited to one', async () => {
    const { client, email } = await newUser()
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

  test('is required wherever a request has no session, and nowhere else', async () => {
    const { client, email } = await newUser()
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

  test('that was solved is accepted, one that was not is refused, and an unavailable service refuses all', async () => {
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

  test('can only sign in on the enabled chains', async () => {
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

  test('creates no account where sign-up is closed, and always needs the captcha', async () => {
    auth.redirectAllowList = ['https://app.example.com/**']
    auth.web3 = ['ethereum', 'solana']
    expect((await bySolana()).error).toBeNull()
    auth.signups = false
    expect((await byEthereum()).error).toMatchObject({ status: 422, code: 'signup_disabled' })
    auth.captcha = { provider: 'turnstile', secret: 'x', address: null }
    expect((await byEthereum()).error).toMatchObject({ status: 400, code: 'captcha_failed' })
  })
})

describe('a new password', () => {
  const NEW = 'another-lantern-43'

  test('may require the current one', async () => {
    auth.passwordUpdate = { reauthentication: false, currentPassword: true }
    const { client } = await newUser()
    const refusal = { status: 400, message: 'Current password required when setting new password.' }
    const bare = await client.auth.updateUser({ password: NEW })
    expect(bare.error).toMatchObject({ ...refusal, code: 'current_password_required' })
    const wrong = await client.auth.updateUser({ password: NEW, current_password: 'not-it-at-all' })
    expect(wrong.error).toMatchObject({ ...refusal, code: 'current_password_invalid' })
    expect((await client.auth.updateUser({ password: NEW, current_password: PASSWORD })).error).toBeNull()
  })

  test('does not require the forgotten one after recovery by email', async () => {
    auth.passwordUpdate = { reauthentication: false, currentPassword: true }
    const { email } = await newUser()
    const client = stranger()
    await client.auth.signInWithOtp({ email })
    const code = codeOf(await mailTo(email, { server: url }))
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
  })

  test('may require an emailed code when the session is older than a day, valid once', async () => {
    auth.passwordUpdate = { reauthentication: true, currentPassword: false }
    const { client, email } = await newUser()
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    await age('created_at', client, 25 * 3600)
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
      message: 'Password update requires reauthentication',
    })
    await client.auth.reauthenticate()
    const mail = await mailTo(email, { server: url, where: ({ subject }) => /^\d{6} is your/.test(subject) })
    const nonce = /^\d{6}/.exec(mail.subject)?.[0] ?? ''
    const guess = nonce === '000000' ? '000001' : '000000'
    const invalid = { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' }
    expect((await client.auth.updateUser({ password: PASSWORD, nonce: guess })).error).toMatchObject(invalid)
    expect((await client.auth.updateUser({ password: PASSWORD, nonce })).error).toBeNull()
    expect((await client.auth.updateUser({ password: NEW, nonce })).error).toMatchObject(invalid)
  })

  test('reports every violated rule', async () => {
    const sets = ['abc', '0123456789']
    auth.passwords = { ...auth.passwords, minLength: 10, characters: sets }
    const { error } = await stranger().auth.signUp({ email: freshEmail(), password: 'lantern' })
    expect(error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length', 'characters'],
      message:
        'Password should be at least 10 characters. Password should contain at least one character of each: abc, 0123456789.',
    })
    expect((await stranger().auth.signUp({ email: freshEmail(), password: 'a-lantern-42' })).error).toBeNull()
  })

  test('found weak at sign-in still opens the account, with a warning', async () => {
    const { email } = await newUser()
    auth.passwords = { ...auth.passwords, minLength: 30 }
    const { data, error } = await stranger().auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.weakPassword).toMatchObject({ reasons: ['length'] })
  })
})

describe('the owner of an account is notified by email', () => {
  const subjectsTo = async (email: string, atLeast: number) => {
    await mailTo(email, { server: url, atLeast })
    return (await mailsTo(email, url)).map(({ subject }) => subject).sort()
  }

  test('when the password, the number, a factor or the device changes, and about nothing else', async () => {
    auth.phone = true
    const { client, email } = await newUser()
    await client.auth.updateUser({ data: { city: 'Faro' } })
    await client.auth.updateUser({ password: 'another-lantern-43' })
    await client.auth.updateUser({ phone: `+35196${String(Date.now()).slice(-7)}` })
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate()
    const factorId = data?.id ?? ''
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    await client.auth.mfa.unenroll({ factorId })
    expect(await subjectsTo(email, 4)).toEqual([
      'A second step was removed from your App account',
      'Two-step sign-in is on for your App account',
      'Your App password was changed',
      'Your App phone number was changed',
    ])
  })

  test('about a sign-in with a new device, once per device', async () => {
    const { email } = await newUser()
    const signIn = (userAgent: string) =>
      call('POST', '/token?grant_type=password', {
        server: url,
        headers: { ...NEW_SHAPE, 'user-agent': userAgent },
        body: { email, password: PASSWORD },
      })
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await signIn(FIREFOX)
    const mail = await mailTo(email, { server: url })
    expect(mail.subject).toBe('A new sign-in to your App account')
    expect(mail.text).toContain('Firefox on Linux, network 127.0.x.x')
    expect(mail.links).toEqual([])
    await signIn(FIREFOX.replaceAll('140', '141'))
    await signIn('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36')
    expect(await subjectsTo(email, 2)).toEqual(Array(2).fill('A new sign-in to your App account'))
  })

  test('in the language of the account', async () => {
    const { client, email } = await newUser()
    await client.auth.updateUser({ data: { locale: 'de-AT' } })
    await client.auth.updateUser({ password: 'another-lantern-43' })
    const { subject, text, html } = await mailTo(email, { server: url })
    expect(subject).toBe('Dein Passwort bei App wurde geändert')
    expect(text).toContain('Setze sofort dein Passwort zurück')
    expect(html).toContain('<html lang="de"')
  })

  test('at the previous address, when the address changes', async () => {
    const { client, email } = await newUser()
    const next = freshEmail('next')
    await client.auth.updateUser({ email: next })
    const mail = await mailTo(next, { server: url })
    await client.auth.verifyOtp({ email: next, token: codeOf(mail), type: 'email_change' })
    const told = await mailTo(email, {
      server: url,
      where: ({ subject }) => subject === 'Your App address was changed',
    })
    expect(told.text).toContain(next)
  })

  test('unless the operator disables it', async () => {
    auth.notices = false
    const { client, email } = await newUser()
    await client.auth.updateUser({ password: 'another-lantern-43' })
    await client.auth.signInWithOtp({ email })
    expect(await subjectsTo(email, 1)).toEqual(['Your App sign-in link'])
  })
})

describe('members of organisations', () => {
  const idOf = (sent: string) => new URL(sent).searchParams.get('RelayState') ?? ''

  test('can only sign in where it is enabled', async () => {
    const off = { status: 404, body: { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' } }
    const authorization = `Bearer ${backend.keyring.apiKeys.serviceRoleKey}`
    const ask = (method: string, path: string, body?: string) =>
      call(method, path, { headers: { ...NEW_SHAPE, authorization }, server: url, body })
    expect(await ask('POST', '/sso', '{"broken')).toMatchObject(off)
    expect(await ask('POST', '/sso/saml/acs')).toMatchObject(off)
    expect(await ask('GET', '/sso/saml/metadata')).toMatchObject(off)
    expect(await ask('POST', '/admin/sso/providers', '{"broken')).toMatchObject(off)
    expect((await stranger().auth.signInWithSSO({ domain: 'x.example' })).error).toMatchObject({ status: 404 })
    expect((await ask('GET', '/settings')).body.saml_enabled).toBe(false)
  })

  test('have two minutes to sign in there', async () => {
    auth.saml = true
    const metadata = await (await fetch(`${url}/auth/v1/sso/saml/metadata`)).text()
    const organisation = await foundOrganisation(metadata)
    const domain = new URL(organisation.entityId).host
    const authorization = `Bearer ${backend.keyring.apiKeys.serviceRoleKey}`
    const body = { type: 'saml', metadata_xml: organisation.metadata, domains: [domain] }
    await call('POST', '/admin/sso/providers', { body, headers: { authorization }, server: url })
    const begun = (await stranger().auth.signInWithSSO({ domain })).data?.url ?? ''
    const sent = await organisation.answer(begun, { nameId: 'x', attributes: { mail: [freshEmail()] } })
    await backend.database.admin`
      update auth.saml_relay_states set created_at = now() - interval '3 minutes' where id = ${idOf(begun)}`
    const form = new URLSearchParams({ ...sent })
    const answer = await fetch(`${url}/auth/v1/sso/saml/acs`, { method: 'POST', body: form, redirect: 'manual' })
    const { searchParams } = new URL(answer.headers.get('location') ?? '')
    expect(searchParams.get('error_code')).toBe('saml_relay_state_expired')
    auth.captcha = { provider: 'turnstile', secret: 'x', address: null }
    expect((await stranger().auth.signInWithSSO({ domain })).error).toMatchObject({ code: 'captcha_failed' })
  })
})

describe('third-party applications', () => {
  const asAdministrator = (method: string, path: string, body?: string) => {
    const authorization = `Bearer ${backend.keyring.apiKeys.serviceRoleKey}`
    return call(method, path, { headers: { ...NEW_SHAPE, authorization }, server: url, body })
  }

  test('can only sign in where they are enabled', async () => {
    const off = { status: 404, body: { code: 'feature_disabled', message: 'OAuth server is disabled' } }
    const paths = ['/oauth/authorize', '/oauth/userinfo', '/user/oauth/grants', '/admin/oauth/clients']
    for (const path of [...paths, '/.well-known/oauth-authorization-server']) {
      expect(await asAdministrator('GET', path)).toMatchObject(off)
    }
    expect(await asAdministrator('POST', '/oauth/token', '{"broken')).toMatchObject(off)
    expect(await asAdministrator('POST', '/oauth/clients/register', '{"broken')).toMatchObject(off)
    const { client } = await newUser()
    expect((await fetch(`${url}/.well-known/oauth-authorization-server/auth/v1`)).status).toBe(404)
    expect((await client.auth.oauth.getAuthorizationDetails('x')).error).toMatchObject({ code: 'feature_disabled' })
  })

  test('can only register themselves where it is allowed', async () => {
    auth.oauthServer = { registration: false, consentPath: '/agree' }
    const body = JSON.stringify({ redirect_uris: ['https://app.example.org/cb'] })
    const refused = { status: 403, body: { code: 'oauth_dynamic_client_registration_disabled' } }
    expect(await asAdministrator('POST', '/oauth/clients/register', body)).toMatchObject(refused)
    const { body: client } = await asAdministrator('POST', '/admin/oauth/clients', body)
    const { body: described } = await asAdministrator('GET', '/.well-known/oauth-authorization-server')
    expect(described).toMatchObject({
      issuer: `${url}/auth/v1`,
      authorization_endpoint: `${url}/auth/v1/oauth/authorize`,
    })
    expect(described).not.toHaveProperty('registration_endpoint')
    const asked = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: 'https://app.example.org/cb',
      response_type: 'code',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'plain',
    })
    const page = (await asAdministrator('GET', `/oauth/authorize?${asked}`)).headers.get('location') ?? ''
    expect(page).toMatch(new RegExp(`^${url}/agree\\?authorization_id=[\\w-]{32}$`))
    // After ten minutes the request has expired.
    const id = new URL(page).searchParams.get('authorization_id') ?? ''
    await backend.database.admin`
      update auth.oauth_authorizations set expires_at = now() - interval '1 second' where authorization_id = ${id}`
    const { client: late } = await newUser()
    const gone = { code: 'oauth_authorization_not_found' }
    expect((await late.auth.oauth.getAuthorizationDetails(id)).error).toMatchObject(gone)
  })
})

test('administrators can read the audit log in pages, and nobody else can', async () => {
  const { client, email } = await newUser()
  const admin = { ...NEW_SHAPE, authorization: `Bearer ${backend.keyring.apiKeys.secretKey}` }
  const answer = await fetch(`${url}/auth/v1/admin/audit?page=1&per_page=2&query=author:${email}`, { headers: admin })
  expect(answer.headers.get('x-total-count')).toBe('2')
  expect(answer.headers.get('link')).toBe('</admin/audit?page=1&per_page=2>; rel="last"')
  const entries = (await answer.json()) as { payload: { action: string } }[]
  expect(entries.toSorted((x, y) => x.payload.action.localeCompare(y.payload.action))).toMatchObject([
    { id: expect.any(String), payload: { action: 'login', actor_username: email }, ip_address: '127.0.0.1' },
    { payload: { action: 'user_signedup', actor_username: email } },
  ])
  const { data } = await client.auth.getSession()
  const theirs = { ...NEW_SHAPE, authorization: `Bearer ${data.session?.access_token}` }
  expect(await call('GET', '/admin/audit', { server: url, headers: theirs })).toMatchObject({ status: 403 })
  expect(await call('GET', '/admin/audit?query=nonsense', { server: url, headers: admin })).toMatchObject({
    status: 400,
  })
})
