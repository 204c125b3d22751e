import { createHash } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../src/testing/free-port.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { startGitHub } from './stand-in-github.ts'
import { CLIENT, createBrowser, type StandInProvider, startProvider } from './stand-in-provider.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

let provider: StandInProvider
let github: Awaited<ReturnType<typeof startGitHub>>
let server: OwnServer
let backend: OwnServer['backend']
let auth: OwnServer['auth']
let url: string
let site: string
let subjects = 0

beforeAll(async () => {
  const port = await freePort()
  site = `http://127.0.0.1:${port}`
  provider = await startProvider([`${site}/auth/v1/callback`])
  github = await startGitHub()
  const environment = {
    OAUTH_PROVIDERS: JSON.stringify([{ name: 'github', clientId: 'id', clientSecret: 'secret', url: github.url }]),
    AUTH_AUTOCONFIRM: '0',
    AUTH_ANONYMOUS: '1',
    AUTH_MANUAL_LINKING: '1',
    AUTH_CUSTOM_PROVIDERS: 'any',
    GOOGLE_CLIENT_ID: CLIENT.client_id,
    GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    GOOGLE_ISSUER: provider.issuer,
  }
  server = await startOwnServer(environment, { port })
  ;({ backend, auth, url } = server)
})

beforeEach(() => {
  server.reset()
  provider.refuses = false
  provider.person = {
    sub: `subject-${++subjects}`,
    email: freshEmail('google'),
    email_verified: true,
    name: 'Rita Moura',
  }
})

afterAll(async () => {
  await server.close()
  await provider.close()
  await github.close()
})

function stranger(flowType: 'pkce' | 'implicit' = 'pkce'): SupabaseClient {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return createClient(url, backend.keyring.apiKeys.publishableKey, {
    auth: { flowType, storage, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

const atHome = (location: URL) => location.origin === site && !location.pathname.startsWith('/auth/v1/')

async function startAt(
  client: SupabaseClient,
  queryParams: Record<string, string> = {},
  name: Parameters<SupabaseClient['auth']['signInWithOAuth']>[0]['provider'] = 'google',
): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: name,
    options: { redirectTo: `${site}/home`, queryParams, skipBrowserRedirect: true },
  })
  if (error) throw error
  return data.url ?? ''
}

async function signIn(client = stranger(), browser = createBrowser(), name?: Parameters<typeof startAt>[2]) {
  const landed = await browser.go(await startAt(client, {}, name), atHome)
  const code = landed.searchParams.get('code')
  if (!code) return { landed, client, session: null, error: landed.searchParams.get('error_code') }
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  return { landed, client, session: data.session, error }
}

describe('signing in through GitHub, which has no OpenID Connect', () => {
  test('reads the profile and the proven primary address', async () => {
    github.emails = [{ email: freshEmail('github'), primary: true, verified: true }]
    const { session } = await signIn(stranger(), createBrowser(), 'github')
    expect(session?.user).toMatchObject({
      email: github.emails[0]?.email,
      app_metadata: { provider: 'github', providers: ['github'] },
      user_metadata: { full_name: 'Rita Moura', preferred_username: 'rita', avatar_url: github.person.avatar_url },
      identities: [{ id: '1', provider: 'github' }],
    })
    expect(session?.provider_token).toBe('a-token')
  })

  test('an unverified address cannot sign in', async () => {
    github.person = { ...github.person, id: 2 }
    github.emails = [{ email: freshEmail('github'), primary: true, verified: false }]
    const { session, landed } = await signIn(stranger(), createBrowser(), 'github')
    expect([session, landed.searchParams.get('error_code')]).toEqual([null, 'provider_email_needs_verification'])
  })
})

describe('signing in through a provider', () => {
  test('creates an account from the provider’s verified data, and finds it again', async () => {
    const { session, landed } = await signIn()
    expect(landed.pathname).toBe('/home')
    const { email, sub, name } = provider.person
    expect(session?.user).toMatchObject({
      email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: name, email_verified: true },
      identities: [
        { id: sub, provider: 'google', identity_data: { sub, email, provider_id: sub, iss: provider.issuer } },
      ],
    })
    expect(session?.provider_token).toEqual(expect.any(String))
    const claims = JSON.parse(Buffer.from(session?.access_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.amr).toMatchObject([{ method: 'oauth' }])
    expect(JSON.stringify(session?.user)).not.toContain(session?.provider_token)

    provider.person = { ...provider.person, name: 'Rita M. Moura' }
    const again = await signIn()
    expect(again.session?.user.id).toBe(session?.user.id)
    expect(again.session?.user.user_metadata.full_name).toBe('Rita M. Moura')
  })

  test('without PKCE puts the tokens into the fragment, where no server sees them', async () => {
    const landed = await createBrowser().go(await startAt(stranger('implicit')), atHome)
    const fragment = Object.fromEntries(new URLSearchParams(landed.hash.slice(1)))
    expect(fragment).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String), sb: '' })
    expect(fragment.type).toBeUndefined()
    expect((await stranger().auth.getUser(fragment.access_token)).data.user?.email).toBe(provider.person.email)
  })

  test('links to the account with the address, when both have verified it', async () => {
    const { email = '' } = provider.person
    const { data } = await createClient(url, backend.keyring.apiKeys.secretKey).auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
    })
    const { session } = await signIn()
    expect(session?.user.id).toBe(data.user?.id)
    expect(session?.user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] })
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('takes over an account that someone else created with the unverified address', async () => {
    const { email = '' } = provider.person
    await stranger().auth.signUp({ email, password: 'the-thief-knows-it', options: { data: { first_name: 'Thief' } } })
    const { session } = await signIn()
    expect(session?.user.email_confirmed_at).toBeTruthy()
    expect(session?.user.user_metadata).not.toHaveProperty('first_name')
    expect(session?.user.app_metadata.providers).toEqual(['google'])
    const thief = await stranger().auth.signInWithPassword({ email, password: 'the-thief-knows-it' })
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('with an unverified address of the provider opens no account', async () => {
    const { email = '' } = provider.person
    const admin = createClient(url, backend.keyring.apiKeys.secretKey).auth.admin
    const { data: owner } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
    provider.person = { ...provider.person, email_verified: false }
    const { session } = await signIn()
    expect(session?.user.id).not.toBe(owner.user?.id)
    expect(session?.user.email).toBe('')

    provider.person = { sub: 'unverified', email: freshEmail('unverified'), email_verified: false }
    const waiting = await signIn()
    expect(waiting.error).toBe('provider_email_needs_verification')
    expect(waiting.landed.searchParams.get('error')).toBe('access_denied')
    expect(new URLSearchParams(waiting.landed.hash.slice(1)).get('error_description')).toMatch(/confirmation email/)
  })

  test('is refused for a banned user, and for a new one where sign-up is closed', async () => {
    const { session } = await signIn()
    const admin = createClient(url, backend.keyring.apiKeys.secretKey).auth.admin
    await admin.updateUserById(session?.user.id ?? '', { ban_duration: '1h' })
    expect((await signIn()).error).toBe('user_banned')

    auth.signups = false
    provider.person = { sub: 'late', email: freshEmail('late'), email_verified: true }
    const closed = await signIn()
    expect([closed.landed.searchParams.get('error'), closed.error]).toEqual(['access_denied', 'signup_disabled'])
  })

  test('reports a refusal at the provider', async () => {
    provider.refuses = true
    const { landed } = await signIn()
    expect(Object.fromEntries(landed.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The person said no',
    })
  })

  test('notifies an application of a new account once, and its refusal redirects back to the site', async () => {
    await backend.database.admin.unsafe(`
      create function public.is_full(event jsonb) returns jsonb language sql as
        $$ select '{"error": {"http_code": 403, "message": "We are full"}}'::jsonb $$;
      grant execute on function public.is_full to supabase_auth_admin`)
    auth.hooks = { after_user_created: { kind: 'sql', schema: 'public', name: 'is_full' } }
    const { landed, session } = await signIn()
    expect(session).toBeNull()
    expect(landed.searchParams.get('error_description')).toBe('We are full')
    expect((await signIn()).session?.user.email).toBe(provider.person.email)
  })

  test('creates one account on two concurrent callbacks of a new user', async () => {
    const [a, b] = await Promise.all([signIn(), signIn()])
    expect(a.session?.user.id).toBe(b.session?.user.id)
    expect(a.session?.user.id).toBeTruthy()
  })
})

describe('the redirect to a provider and back', () => {
  test('has our own state, nonce and challenge, whatever a caller sends', async () => {
    const address = `${url}/auth/v1/authorize?provider=Google&scopes=calendar,contacts&prompt=consent&redirect_uri=https://evil.example&STATE=x&Client_ID=evil`
    const answer = await fetch(address, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    const there = new URL(answer.headers.get('location') ?? '')
    expect(there.origin).toBe(provider.issuer)
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      client_id: CLIENT.client_id,
      redirect_uri: `${site}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile calendar contacts',
      prompt: 'consent',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(there.search).not.toContain('evil')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  })

  test.each([
    ['', 'Unsupported provider: Provider  could not be found'],
    ['?provider=nonsense', 'Unsupported provider: Provider nonsense could not be found'],
    ['?provider=discord', 'Unsupported provider: provider is not enabled'],
  ])('%s redirects nowhere', async (query, message) => {
    const answer = await call('GET', `/authorize${query}`, { headers: NEW_SHAPE, server: url })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
  })

  test('a state is valid once, in the browser that began, and nowhere else', async () => {
    const browser = createBrowser()
    const isCallback = (location: URL) => location.pathname === '/auth/v1/callback'
    const back = await browser.go(await startAt(stranger()), isCallback)
    const errorOf = async (address: string, by = createBrowser()) =>
      (await by.go(address, atHome)).searchParams.get('error_code')

    expect(await errorOf(back.href)).toBe('bad_oauth_state') // another browser
    expect(await errorOf(back.href, browser)).toBe('flow_state_already_used')
    expect(await errorOf(`${url}/auth/v1/callback?code=x`)).toBe('bad_oauth_callback')
    expect(await errorOf(`${url}/auth/v1/callback?code=x&state=nonsense`)).toBe('bad_oauth_state')
    expect(await errorOf(`${url}/auth/v1/callback?code=x&state=${crypto.randomUUID()}`)).toBe('bad_oauth_state')
  })

  test('a code issued to another user is refused', async () => {
    const [mine, theirs] = [createBrowser(), createBrowser()]
    const isCallback = (location: URL) => location.pathname === '/auth/v1/callback'
    const stolen = await theirs.go(await startAt(stranger()), isCallback)
    const own = await mine.go(await startAt(stranger()), isCallback)
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const landed = await mine.go(own.href, atHome)
    expect(landed.searchParams.get('error_code')).toBe('bad_oauth_callback')
    expect(landed.searchParams.get('code')).toBeNull()
  })
})

describe('an ID token from the provider’s own button', () => {
  const claims = () => ({ sub: provider.person.sub, email: provider.person.email, email_verified: true, name: 'Rita' })

  test('opens a session', async () => {
    const client = stranger()
    const { data, error } = await client.auth.signInWithIdToken({
      provider: 'google',
      token: await provider.idToken(claims()),
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: provider.person.email, app_metadata: { provider: 'google' } })
  })

  test('with a nonce requires the app that created it', async () => {
    const nonce = createHash('sha256').update('raw-nonce').digest('hex')
    const token = await provider.idToken({ ...claims(), nonce })
    const client = stranger()
    expect((await client.auth.signInWithIdToken({ provider: 'google', token })).error?.message).toBe(
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
    const other = await client.auth.signInWithIdToken({ provider: 'google', token, nonce: 'guessed' })
    expect(other.error).toMatchObject({ status: 400, message: 'Nonces mismatch' })
    expect((await client.auth.signInWithIdToken({ provider: 'google', token, nonce: 'raw-nonce' })).error).toBeNull()
  })

  test('that is forged, for another app, or bound to another access token is refused', async () => {
    const client = stranger()
    const messageOf = async (token: string, extra = {}) =>
      (await client.auth.signInWithIdToken({ provider: 'google', token, ...extra })).error?.message
    expect(await messageOf(await provider.idToken(claims(), true))).toBe('Bad ID token')
    expect(await messageOf('no.token.atall')).toBe('Bad ID token')
    expect(
      await messageOf(await provider.idToken({ ...claims(), at_hash: 'x'.repeat(22) }), { access_token: 'mine' }),
    ).toBe('Bad ID token')
    const body = { provider: 'google' }
    expect((await call('POST', '/token?grant_type=id_token', { body, server: url })).body).toEqual({
      error: 'invalid request',
      error_description: 'id_token required',
    })
    const github = await call('POST', '/token?grant_type=id_token', {
      body: { provider: 'github', id_token: 'x' },
      headers: NEW_SHAPE,
      server: url,
    })
    expect(github).toMatchObject({ status: 400, body: { code: 'provider_disabled' } })
  })
})

describe('linking', () => {
  async function link(client: SupabaseClient) {
    const browser = createBrowser()
    const { data } = await client.auth.getSession()
    const answer = await fetch(
      `${url}/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true&redirect_to=${site}/home`,
      { headers: { authorization: `Bearer ${data.session?.access_token}` } },
    )
    browser.keep(new URL(url).host, answer)
    const { url: there } = (await answer.json()) as { url: string }
    return browser.go(there, atHome)
  }

  async function newUser() {
    const email = freshEmail('linker')
    const admin = createClient(url, backend.keyring.apiKeys.secretKey).auth.admin
    await admin.createUser({ email, password: PASSWORD, email_confirm: true })
    const client = stranger()
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    return { client, email, id: data.user?.id }
  }

  test('adds the identity to the account, once, and it can be unlinked unless it is the last one', async () => {
    const { client, id, email } = await newUser()
    const landed = await link(client)
    const { data } = await stranger().auth.getUser(new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? '')
    expect(data.user?.id).toBe(id)
    expect((await link(client)).searchParams.get('error_code')).toBe('identity_already_exists')
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
    expect(identities.map(({ provider: name }) => name)).toEqual(['email', 'google'])

    const google = identities.find(({ provider: name }) => name === 'google')
    const byEmail = identities.find(({ provider: name }) => name === 'email')
    if (!google || !byEmail) throw new Error('An identity is missing.')
    expect((await client.auth.unlinkIdentity(google)).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, app_metadata: { providers: ['email'] } })
    expect((await client.auth.unlinkIdentity(byEmail)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
  })

  test('is refused for an identity of another user', async () => {
    const [anna, ben] = [await newUser(), await newUser()]
    await link(anna.client)
    const landed = await link(ben.client)
    expect(landed.searchParams.get('error_description')).toBe('Identity is already linked to another user')
    const identities = (await anna.client.auth.getUserIdentities()).data?.identities ?? []
    const google = identities.find(({ provider: name }) => name === 'google')
    if (!google) throw new Error('The identity is missing.')
    await link(ben.client)
    expect((await ben.client.auth.unlinkIdentity(google)).error).not.toBeNull()
  })

  test('makes an anonymous account permanent', async () => {
    const client = stranger()
    const { data: guest } = await client.auth.signInAnonymously()
    await link(client)
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id: guest.user?.id,
      email: provider.person.email,
      is_anonymous: false,
    })
  })

  test('is refused where it is disabled', async () => {
    const { client } = await newUser()
    auth.manualLinking = false
    const { error } = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
  })
})

describe('a custom provider', () => {
  const providers = () => createClient(url, backend.keyring.apiKeys.secretKey).auth.admin.customProviders
  const described = (identifier: string) => ({
    provider_type: 'oidc' as const,
    identifier,
    name: 'Our own',
    client_id: CLIENT.client_id,
    client_secret: CLIENT.client_secret,
    issuer: provider.issuer,
    scopes: ['email', 'profile'],
    custom_claims_allowlist: ['email_verified'],
  })

  test('signs users in until it is disabled, and its secret is never shown', async () => {
    const own = `custom:own-${subjects}` as const
    const { data: made, error } = await providers().createProvider(described(own))
    expect(error).toBeNull()
    expect(made).toMatchObject({ identifier: own, provider_type: 'oidc', enabled: true, pkce_enabled: true })
    expect(JSON.stringify(made)).not.toContain(CLIENT.client_secret)
    const [stored] = await backend.database.admin`select * from auth.custom_oauth_providers where identifier = ${own}`
    expect(JSON.stringify(stored)).not.toContain(CLIENT.client_secret)

    const { session } = await signIn(stranger(), createBrowser(), own)
    const { email, sub } = provider.person
    expect(session?.user).toMatchObject({
      email,
      app_metadata: { provider: own },
      identities: [{ id: sub, provider: own, identity_data: { custom_claims: { email_verified: true } } }],
    })
    const idToken = await provider.idToken({ sub, email, email_verified: true, aud: CLIENT.client_id })
    const button = await call('POST', '/token?grant_type=id_token', {
      server: url,
      body: { provider: own, id_token: idToken },
    })
    expect([button.status, button.body.user.id]).toEqual([200, session?.user.id])

    expect((await providers().listProviders()).data?.providers.map(({ identifier }) => identifier)).toContain(own)
    const plain = (await providers().listProviders({ type: 'oauth2' })).data?.providers ?? []
    expect(plain.map(({ identifier }) => identifier)).not.toContain(own)
    const { data: changed } = await providers().updateProvider(own, { enabled: false, name: 'Away' })
    expect(changed).toMatchObject({ enabled: false, name: 'Away', issuer: provider.issuer })
    const closed = await fetch(await startAt(stranger(), {}, own), { redirect: 'manual' })
    expect(closed.status).toBe(400)
    expect((await providers().deleteProvider(own)).error).toBeNull()
    expect((await providers().getProvider(own)).error).toMatchObject({ code: 'custom_provider_not_found' })
  })

  test('without OpenID Connect is queried for the user in its own format', async () => {
    const plain = `custom:plain-${subjects}` as const
    const { error } = await providers().createProvider({
      ...described(plain),
      provider_type: 'oauth2',
      authorization_url: `${provider.issuer}/auth`,
      token_url: `${provider.issuer}/token`,
      userinfo_url: `${provider.issuer}/me`,
      scopes: ['openid', 'email', 'profile'],
      attribute_mapping: { nickname: 'name' },
    })
    expect(error).toBeNull()
    const { session } = await signIn(stranger(), createBrowser(), plain)
    expect(session?.user).toMatchObject({
      email: provider.person.email,
      user_metadata: { nickname: 'Rita Moura' },
      identities: [{ id: provider.person.sub, provider: plain }],
    })
    provider.person = { sub: `addressless-${subjects}` }
    const { landed } = await signIn(stranger(), createBrowser(), plain)
    expect(landed.searchParams.get('error_description')).toBe('Error getting user email from external provider')
    await providers().deleteProvider(plain)
  })

  test('is validated before it is stored, and only administrators can add one', async () => {
    const refused = async (changes: object) =>
      (await providers().createProvider({ ...described('bad'), ...changes })).error
    const wrong = { status: 400, code: 'validation_failed' }
    expect(await refused({ issuer: `${provider.issuer}/elsewhere` })).toMatchObject({
      ...wrong,
      message: `Failed to fetch OIDC discovery document from "${provider.issuer}/elsewhere/.well-known/openid-configuration"`,
    })
    expect(
      (
        await refused({
          issuer: 'https://other.example',
          discovery_url: `${provider.issuer}/.well-known/openid-configuration`,
        })
      )?.message,
    ).toContain('issuer mismatch')
    expect(await refused({ issuer: undefined })).toMatchObject({
      ...wrong,
      message: 'issuer is required for OIDC providers',
    })
    expect(await refused({ identifier: 'google' })).toMatchObject(wrong)
    expect(await refused({ attribute_mapping: { role: 'role' } })).toMatchObject(wrong)
    expect(await refused({ authorization_params: { Redirect_URI: 'https://evil.example' } })).toMatchObject(wrong)
    expect(
      (await createClient(url, backend.keyring.apiKeys.publishableKey).auth.admin.customProviders.listProviders())
        .error,
    ).toMatchObject({ status: 403 })

    // Where only the public network may be reached, this machine is excluded.
    auth.customProviders = 'public'
    for (const issuer of [
      provider.issuer,
      'https://127.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://localhost',
    ]) {
      expect(await refused({ issuer })).toMatchObject(wrong)
    }
    auth.customProviders = 'off'
    expect(await refused({})).toMatchObject({ status: 404, code: 'feature_disabled' })
  })
})
