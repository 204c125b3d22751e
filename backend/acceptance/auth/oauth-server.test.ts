import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as oidc from 'openid-client'
import { TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { newUser, operator, target } from '../server.ts'
import { call, NEW_SHAPE } from './wire.ts'

const CALLBACK = 'https://app.example.org/callback'
const CALLBACK_WITH_QUERY = `${CALLBACK}?kept=1`
const ISSUER = () => `${target().url}/auth/v1`

interface Application {
  readonly id: string
  readonly secret: string | undefined
  /** A relying party that knows only our URL. */
  readonly config: oidc.Configuration
}

/** A registered application that uses our discovery document. */
async function anApplication(about: Record<string, unknown> = {}): Promise<Application> {
  const body = {
    redirect_uris: [CALLBACK, CALLBACK_WITH_QUERY],
    client_name: 'Ledger',
    client_uri: 'https://app.example.org',
    ...about,
  }
  const { body: client, status } = await call('POST', '/oauth/clients/register', { body })
  expect(status).toBe(201)
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = client
  const ways: Record<string, () => oidc.ClientAuth> = {
    client_secret_basic: () => oidc.ClientSecretBasic(secret),
    client_secret_post: () => oidc.ClientSecretPost(secret),
    none: () => oidc.None(),
  }
  const metadata = { id_token_signed_response_alg: 'ES256', ...(secret ? { client_secret: secret } : {}) }
  const config = await oidc.discovery(new URL(ISSUER()), id, metadata, ways[method]?.(), {
    execute: [oidc.allowInsecureRequests],
  })
  return { id, secret, config }
}

interface Asked {
  readonly authorizationId: string
  readonly verifier: string
  readonly nonce: string
}

async function requestAuthorization({ config }: Application, scope = 'openid email', extra = {}): Promise<Asked> {
  const [verifier, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce()]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state: 'the-state',
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  const answer = await fetch(url, { redirect: 'manual' })
  const page = new URL(answer.headers.get('location') ?? '')
  expect([answer.status, page.origin, page.pathname]).toEqual([302, target().url, '/oauth/consent'])
  return { authorizationId: page.searchParams.get('authorization_id') ?? '', verifier, nonce }
}

/** Requests authorisation, which the user grants unless already granted; returns the final redirect. */
async function authorizeAndConsent(person: SupabaseClient, application: Application, scope?: string, extra = {}) {
  const asked = await requestAuthorization(application, scope, extra)
  const details = await person.auth.oauth.getAuthorizationDetails(asked.authorizationId)
  if (details.data && 'redirect_url' in details.data) return { ...asked, location: new URL(details.data.redirect_url) }
  const { data, error } = await person.auth.oauth.approveAuthorization(asked.authorizationId, {
    skipBrowserRedirect: true,
  })
  if (error) throw error
  return { ...asked, location: new URL(data.redirect_url) }
}

const redeem = ({ config }: Application, { location, verifier, nonce }: Asked & { location: URL }) =>
  oidc.authorizationCodeGrant(config, location, {
    pkceCodeVerifier: verifier,
    expectedState: 'the-state',
    expectedNonce: nonce,
    idTokenExpected: true,
  })

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function statusOf(accessToken: string, path = '/user', method = 'GET', body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await call(method, path, { headers, ...(body ? { body } : {}) })).status
}

/** The token endpoint's answer to plain parameters. */
async function token(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(parameters).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return call('POST', '/oauth/token', { body, headers: { ...NEW_SHAPE, ...type, ...headers } })
}

const basic = ({ id, secret = '' }: Application) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

let ledger: Application
/** A user who has already granted access, for tests of later steps. */
let person: SupabaseClient
beforeAll(async () => {
  ledger = await anApplication()
  person = (await newUser()).client
})

describe('an application', () => {
  test('is authorised by a user, reads the user’s identity, keeps access for days and is revoked', async () => {
    const { client: person, id, email } = await newUser({ full_name: 'Ana Duarte' })
    const asked = await requestAuthorization(ledger, 'openid email profile offline_access')
    const { data } = await person.auth.oauth.getAuthorizationDetails(asked.authorizationId)
    expect(data).toEqual({
      authorization_id: asked.authorizationId,
      redirect_uri: CALLBACK,
      client: { id: ledger.id, name: 'Ledger', uri: 'https://app.example.org' },
      user: { id, email },
      scope: 'openid profile email offline_access',
    })
    const approved = await person.auth.oauth.approveAuthorization(asked.authorizationId, { skipBrowserRedirect: true })
    const location = new URL(approved.data?.redirect_url ?? '')
    expect(location.searchParams.get('state')).toBe('the-state')

    const tokens = await redeem(ledger, { ...asked, location })
    expect(tokens.token_type).toBe('bearer')
    expect(tokens.claims()).toMatchObject({ sub: id, aud: ledger.id, email, email_verified: true, name: 'Ana Duarte' })
    expect(claimsOf(tokens.access_token)).toMatchObject({
      sub: id,
      client_id: ledger.id,
      scope: 'openid profile email offline_access',
      amr: [{ method: 'oauth_provider/authorization_code' }],
    })
    const told = await oidc.fetchUserInfo(ledger.config, tokens.access_token, id)
    expect(told).toMatchObject({ sub: id, email, name: 'Ana Duarte', user_metadata: { full_name: 'Ana Duarte' } })

    const later = await oidc.refreshTokenGrant(ledger.config, tokens.refresh_token ?? '')
    expect(claimsOf(later.access_token)).toMatchObject({ client_id: ledger.id, sub: id })
    const grants = await person.auth.oauth.listGrants()
    expect(grants.data).toMatchObject([
      { client: { id: ledger.id, name: 'Ledger' }, scopes: expect.arrayContaining(['openid', 'profile']) },
    ])
    expect((await person.auth.oauth.revokeGrant({ clientId: ledger.id })).error).toBeNull()
    expect((await person.auth.oauth.listGrants()).data).toEqual([])
    expect(await statusOf(later.access_token)).toBe(403)
    await expect(oidc.refreshTokenGrant(ledger.config, later.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await person.auth.oauth.revokeGrant({ clientId: ledger.id })).error).toMatchObject({
      status: 404,
      code: 'oauth_consent_not_found',
    })
  })

  test('needs no second consent, unless it requests more scopes', async () => {
    const { client: person } = await newUser()
    await authorizeAndConsent(person, ledger, 'openid email')
    const again = await person.auth.oauth.getAuthorizationDetails(
      (await requestAuthorization(ledger, 'email')).authorizationId,
    )
    expect(new URL((again.data as { redirect_url: string }).redirect_url).searchParams.get('code')).toBeTruthy()
    const more = await person.auth.oauth.getAuthorizationDetails(
      (await requestAuthorization(ledger, 'email phone')).authorizationId,
    )
    expect(more.data).toMatchObject({ scope: 'email phone', client: { id: ledger.id } })
  })

  test('receives the user’s refusal, which ends the request', async () => {
    const { authorizationId } = await requestAuthorization(ledger, 'email', { redirect_uri: CALLBACK_WITH_QUERY })
    const denied = await person.auth.oauth.denyAuthorization(authorizationId, { skipBrowserRedirect: true })
    const { searchParams } = new URL(denied.data?.redirect_url ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      kept: '1',
      error: 'access_denied',
      state: 'the-state',
    })
    expect(searchParams.get('code')).toBeNull()
    const late = await person.auth.oauth.approveAuthorization(authorizationId, { skipBrowserRedirect: true })
    expect(late.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('signs users in with PKCE alone, or with a client secret in the body', async () => {
    const { client: person, id } = await newUser()
    for (const method of ['none', 'client_secret_post']) {
      const application = await anApplication({ token_endpoint_auth_method: method })
      expect(application.secret === undefined).toBe(method === 'none')
      const tokens = await redeem(application, await authorizeAndConsent(person, application))
      expect(tokens.claims()?.sub).toBe(id)
      const later = await oidc.refreshTokenGrant(application.config, tokens.refresh_token ?? '')
      expect(later.access_token).toBeTruthy()
    }
  })

  test('reads only what its user agreed to, and cannot change the account', async () => {
    const { client: person, id, email } = await newUser({ full_name: 'Ana' })
    const { location, verifier } = await authorizeAndConsent(person, ledger, 'email')
    const code = location.searchParams.get('code') ?? ''
    const { body } = await token({ grant_type: 'authorization_code', code, code_verifier: verifier }, basic(ledger))
    expect(body.id_token).toBeUndefined()
    const authorization = `Bearer ${body.access_token}`
    const told = await call('GET', '/oauth/userinfo', { headers: { authorization } })
    expect(told.body).toEqual({ sub: id, email, email_verified: true })
    expect(await statusOf(body.access_token)).toBe(200)
    expect(await statusOf(body.access_token, '/user', 'PUT', { password: 'quite-another-42' })).toBe(403)
    expect(await statusOf(body.access_token, '/user/oauth/grants')).toBe(403)
    expect(await statusOf(body.access_token, '/factors', 'POST', { factor_type: 'totp' })).toBe(403)
    const { authorizationId } = await requestAuthorization(await anApplication())
    expect(await statusOf(body.access_token, `/oauth/authorizations/${authorizationId}`)).toBe(403)
    // Revoking its own access does not sign the user out.
    expect(await statusOf(body.access_token, '/logout?scope=global', 'POST')).toBe(204)
    expect(await statusOf(body.access_token)).toBe(403)
    expect((await person.auth.getUser()).error).toBeNull()
  })

  test('has the assurance level of the user who authorised it', async () => {
    const { client: person } = await newUser()
    const { data: factor } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    const code = new TOTP({ secret: factor?.type === 'totp' ? factor.totp.secret : '' }).generate()
    const weak = createClient(target().url, target().publishableKey, { auth: { persistSession: false } })
    const { data: before } = await person.auth.getSession()
    await person.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
    const tokens = await redeem(ledger, await authorizeAndConsent(person, ledger))
    expect(claimsOf(tokens.access_token).aal).toBe('aal2')
    const { data: user } = await person.auth.getUser()
    const { email = '' } = user.user ?? {}
    await weak.auth.signInWithPassword({ email, password: 'quiet-lantern-42' })
    const { authorizationId } = await requestAuthorization(ledger, 'email phone')
    const refused = await weak.auth.oauth.approveAuthorization(authorizationId, { skipBrowserRedirect: true })
    expect(refused.error).toMatchObject({ code: 'insufficient_aal' })
    expect(before.session).toBeTruthy()
  })
})

test('without OpenID Connect finds the server metadata under the host’s root', async () => {
  const found = await oidc.discovery(new URL(ISSUER()), 'anybody', {}, oidc.None(), {
    algorithm: 'oauth2',
    execute: [oidc.allowInsecureRequests],
  })
  expect(found.serverMetadata()).toMatchObject({ issuer: ISSUER(), token_endpoint: `${ISSUER()}/oauth/token` })
})

describe('a request is refused', () => {
  const authorize = async (changes: Record<string, string | undefined>) => {
    const asked = {
      client_id: ledger.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      state: 's',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      ...changes,
    }
    const query = new URLSearchParams(Object.entries(asked).filter((entry): entry is [string, string] => !!entry[1]))
    return call('GET', `/oauth/authorize?${query}`, { headers: NEW_SHAPE })
  }

  test.each([
    ['an unknown client', { client_id: '11111111-1111-4111-8111-111111111111' }],
    ['no client', { client_id: undefined }],
    ['an invalid client id', { client_id: "' or 1=1" }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['a path below the registered redirect URI', { redirect_uri: `${CALLBACK}/../../evil` }],
    ['an extra query parameter', { redirect_uri: `${CALLBACK}?more=1` }],
    ['no redirect URI', { redirect_uri: undefined }],
  ])('with %s, without a redirect', async (_what, changes) => {
    const answer = await authorize(changes)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, /required/],
    ['with a challenge but no method', { code_challenge_method: undefined }, /requires/],
    ['with a challenge that is too short', { code_challenge: 'short' }, /between 43 and 128/],
    ['with an unknown method', { code_challenge_method: 'S1' }, /Unsupported/],
    ['for the implicit flow', { response_type: 'token' }, /response_type/],
    ['for an unknown scope', { scope: 'email admin' }, /scope/],
    ['for an invalid resource', { resource: 'nowhere' }, /resource/],
  ])('%s, with a redirect that reports the error', async (_what, changes, message) => {
    const answer = await authorize(changes)
    const { origin, searchParams } = new URL(answer.headers.get('location') ?? '')
    expect([answer.status, origin, searchParams.get('state')]).toEqual([302, 'https://app.example.org', 's'])
    expect(searchParams.get('error')).toBe('invalid_request')
    expect(searchParams.get('error_description')).toMatch(message)
  })

  test('from any user but the one who opened it first, and from another origin', async () => {
    const [{ client: ana }, { client: ben }] = [await newUser(), await newUser()]
    const { authorizationId } = await requestAuthorization(ledger)
    await ana.auth.oauth.getAuthorizationDetails(authorizationId)
    const gone = { status: 404, code: 'oauth_authorization_not_found', message: 'authorization not found' }
    expect((await ben.auth.oauth.getAuthorizationDetails(authorizationId)).error).toMatchObject(gone)
    expect((await ben.auth.oauth.approveAuthorization(authorizationId)).error).toMatchObject(gone)
    expect((await ana.auth.oauth.getAuthorizationDetails('unknown')).error).toMatchObject(gone)
    const session = (await ana.auth.getSession()).data.session
    const headers = { ...NEW_SHAPE, authorization: `Bearer ${session?.access_token}` }
    const path = `/oauth/authorizations/${authorizationId}`
    const elsewhere = await call('GET', path, { headers: { ...headers, origin: 'https://evil.example' } })
    expect(elsewhere.status).toBe(400)
    expect((await call('GET', path, { headers: { ...headers, origin: target().url } })).status).toBe(200)
    expect((await call('GET', path)).status).toBe(401)
  })
})

describe('a code', () => {
  const grant_type = 'authorization_code'

  test('can be used once, and reuse revokes the resulting tokens', async () => {
    const asked = await authorizeAndConsent(person, ledger)
    const tokens = await redeem(ledger, asked)
    expect(await statusOf(tokens.access_token)).toBe(200)
    await expect(redeem(ledger, asked)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await statusOf(tokens.access_token)).toBe(403)
    await expect(oidc.refreshTokenGrant(ledger.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const raced = await authorizeAndConsent(person, ledger)
    const answers = await Promise.allSettled([redeem(ledger, raced), redeem(ledger, raced), redeem(ledger, raced)])
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['with a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['with the challenge in place of the verifier', 'downgraded'],
    ['with another redirect URI', { redirect_uri: 'https://app.example.org/other' }],
  ])('%s is refused, and cannot be used afterwards', async (_what, changes) => {
    const { location, verifier } = await authorizeAndConsent(person, ledger)
    const code = location.searchParams.get('code') ?? ''
    const right = { grant_type, code, code_verifier: verifier, redirect_uri: CALLBACK }
    const wrong =
      typeof changes === 'string' ? { code_verifier: await oidc.calculatePKCECodeChallenge(verifier) } : changes
    expect(await token({ ...right, ...wrong }, basic(ledger))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect((await token(right, basic(ledger))).body.error).toBe('invalid_grant')
  })

  test('of one application is refused for another', async () => {
    const thief = await anApplication()
    const { location, verifier } = await authorizeAndConsent(person, ledger)
    const code = location.searchParams.get('code') ?? ''
    const stolen = await token({ grant_type, code, code_verifier: verifier }, basic(thief))
    expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('requires the application to authenticate as registered', async () => {
    const { location, verifier } = await authorizeAndConsent(person, ledger)
    const code = location.searchParams.get('code') ?? ''
    const right = { grant_type, code, code_verifier: verifier }
    const unproven = { status: 400, body: { code: 'invalid_credentials' } }
    const { id, secret = '' } = ledger
    expect(await token(right, basic({ ...ledger, secret: 'guessed' }))).toMatchObject(unproven)
    expect(await token({ ...right, client_id: id })).toMatchObject(unproven)
    expect(await token({ ...right, client_id: id, client_secret: secret })).toMatchObject(unproven)
    expect(await token(right, basic({ ...ledger, id: crypto.randomUUID() }))).toMatchObject(unproven)
    expect((await token({ ...right, client_secret: secret }, basic(ledger))).body.error).toBe('invalid_request')
    expect((await token(right)).body.error).toBe('invalid_client')
    expect((await token({ grant_type, code }, basic(ledger))).body.error).toBe('invalid_request')
    expect((await token({ grant_type: 'password' }, basic(ledger))).body.error).toBe('unsupported_grant_type')
    expect((await token(right, basic(ledger))).status).toBe(200)
  })
})

test('a refresh token is bound to its application', async () => {
  const tokens = await redeem(ledger, await authorizeAndConsent(person, ledger))
  const refresh_token = tokens.refresh_token ?? ''
  const plain = await call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  expect(plain).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  const other = await anApplication()
  expect((await token({ grant_type: 'refresh_token', refresh_token }, basic(other))).body.error).toBe('invalid_grant')
  const own = (await person.auth.getSession()).data.session?.refresh_token ?? ''
  const theirs = await token({ grant_type: 'refresh_token', refresh_token: own }, basic(ledger))
  expect(theirs.body.error).toBe('invalid_grant')
  expect((await oidc.refreshTokenGrant(ledger.config, refresh_token)).access_token).toBeTruthy()
})

test('an ID token is meant for its application and opens nothing here', async () => {
  const tokens = await redeem(ledger, await authorizeAndConsent(person, ledger))
  expect(await statusOf(tokens.id_token ?? '')).toBe(403)
  const headers = { authorization: `Bearer ${tokens.id_token}`, apikey: target().publishableKey }
  const answer = await fetch(`${target().url}/rest/v1/`, { headers })
  expect(answer.status).toBe(401)
})

describe('clients', () => {
  test('are managed by administrators', async () => {
    const { oauth } = operator().auth.admin
    const made = await oauth.createClient({ client_name: 'Books', redirect_uris: ['com.example.books:/callback'] })
    expect(made.data).toMatchObject({
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      registration_type: 'manual',
    })
    const id = made.data?.client_id ?? ''
    expect((await oauth.getClient(id)).data).not.toHaveProperty('client_secret')
    const listed = await oauth.listClients()
    expect(listed.data.clients[0]?.client_id).toBe(id)
    const changed = await oauth.updateClient(id, { redirect_uris: ['https://books.example.org/cb'] })
    expect(changed.data).toMatchObject({ client_name: 'Books', redirect_uris: ['https://books.example.org/cb'] })
    const secret = (await oauth.regenerateClientSecret(id)).data?.client_secret
    expect(secret).not.toBe(made.data?.client_secret)
    const old = { id, secret: made.data?.client_secret, config: ledger.config }
    expect((await token({ grant_type: 'refresh_token' }, basic(old))).body.code).toBe('invalid_credentials')
    expect((await token({ grant_type: 'refresh_token' }, basic({ ...old, secret }))).body.error).toBe('invalid_request')
    expect((await oauth.deleteClient(id)).error).toBeNull()
    expect((await oauth.getClient(id)).error).toMatchObject({ status: 404, code: 'oauth_client_not_found' })
    expect((await oauth.updateClient(ledger.id, {})).error).toMatchObject({ status: 400 })
    const open = await anApplication({ token_endpoint_auth_method: 'none' })
    expect((await oauth.regenerateClientSecret(open.id)).error).toMatchObject({ status: 400 })
    const authorization = `Bearer ${target().anonKey}`
    expect((await call('GET', '/admin/oauth/clients', { headers: { authorization } })).status).toBe(403)
  })

  test('lose access immediately when deleted', async () => {
    const application = await anApplication()
    const tokens = await redeem(application, await authorizeAndConsent(person, application))
    await operator().auth.admin.oauth.deleteClient(application.id)
    expect(await statusOf(tokens.access_token)).toBe(403)
    const grants = (await person.auth.oauth.listGrants()).data ?? []
    expect(grants.filter(({ client }) => client.id === application.id)).toEqual([])
  })

  test.each([
    [{ redirect_uris: undefined }],
    [{ redirect_uris: [] }],
    [{ redirect_uris: Array.from({ length: 11 }, (_, index) => `https://app.example.org/${index}`) }],
    [{ redirect_uris: ['/relative'] }],
    [{ redirect_uris: ['https://app.example.org/#fragment'] }],
    [{ redirect_uris: ['http://app.example.org/'] }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ redirect_uris: ['data:text/html,x'] }],
    [{ redirect_uris: ['https://somebody@app.example.org/'] }],
  ])('with dangerous or no redirects are refused: %j', async (about) => {
    const answer = await call('POST', '/oauth/clients/register', { body: about, headers: NEW_SHAPE })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(answer.body.message).toContain('redirect_uris')
  })

  test('must be registered consistently', async () => {
    const register = (about: object) =>
      call('POST', '/oauth/clients/register', { body: { redirect_uris: ['http://127.0.0.1:7/cb'], ...about } })
    expect((await register({ client_type: 'public' })).body).toMatchObject({
      client_type: 'public',
      token_endpoint_auth_method: 'none',
      registration_type: 'dynamic',
    })
    const wrong = [
      { client_type: 'public', token_endpoint_auth_method: 'client_secret_basic' },
      { client_type: 'confidential', token_endpoint_auth_method: 'none' },
      { client_type: 'secret' },
      { token_endpoint_auth_method: 'private_key_jwt' },
      { grant_types: ['password'] },
      { logo_uri: 'javascript:alert(1)' },
    ]
    for (const about of wrong) expect((await register(about)).status).toBe(400)
  })
})
