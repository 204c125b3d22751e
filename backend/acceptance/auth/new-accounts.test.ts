import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHooks } from '../../src/auth/hooks/hooks.ts'
import { announceLeftOver } from '../../src/auth/hooks/new-users.ts'
import { type HookReceiver, startHookReceiver } from './hook-receiver.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { foundOrganisation } from './stand-in-organisation.ts'
import { CLIENT, type StandInProvider, startProvider } from './stand-in-provider.ts'
import { ethereumKey } from './wallets.ts'
import { freshEmail, PASSWORD } from './wire.ts'

// A separate server with every kind of sign-up, and an application with a hook for new accounts.
const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const PAGE = 'https://app.example.com/auth'
let server: OwnServer
let auth: OwnServer['auth']
let app: HookReceiver
let provider: StandInProvider

beforeAll(async () => {
  ;[app, provider] = await Promise.all([startHookReceiver(SECRET), startProvider([])])
  const environment = {
    AUTH_ANONYMOUS: '1',
    AUTH_PHONE: '1',
    AUTH_SAML: '1',
    AUTH_WEB3: 'ethereum',
    AUTH_REDIRECT_URLS: 'https://app.example.com/**',
    GOOGLE_CLIENT_ID: CLIENT.client_id,
    GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    GOOGLE_ISSUER: provider.issuer,
  }
  server = await startOwnServer(environment, { settings: { mailGapSeconds: 0 } })
  auth = server.auth
  await sql().unsafe(HOOKS_IN_SQL)
})
afterEach(() => {
  server.reset()
  app.reset()
})
afterAll(async () => {
  await server.close()
  await Promise.all([app.close(), provider.close()])
})

const HOOKS_IN_SQL = `
  create table public.welcomed (user_id uuid, email text, event jsonb);
  grant insert on public.welcomed to supabase_auth_admin;
  create function public.welcomes(event jsonb) returns jsonb language plpgsql as $$ begin
    insert into public.welcomed
      select u.id, u.email, event from auth.users u where u.id = (event -> 'user' ->> 'id')::uuid;
    return '{}';
  end $$;
  create function public.wants_nobody(event jsonb) returns jsonb language sql as
    $$ select '{"error": {"http_code": 409, "message": "We are full"}}'::jsonb $$;
  grant execute on function public.welcomes, public.wants_nobody to supabase_auth_admin;`

const sql = () => server.backend.database.admin
const inSql = (name: string) => ({ kind: 'sql' as const, schema: 'public', name })

function visitor(key = server.backend.keyring.apiKeys.publishableKey): SupabaseClient {
  return createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

const admin = () => visitor(server.backend.keyring.apiKeys.secretKey).auth.admin
const signsUp = async (email = freshEmail()) => ({
  ...(await visitor().auth.signUp({ email, password: PASSWORD })),
  email,
})
const notifiedIds = () => app.calls.map(({ body }) => body.user.id as string)
const waiting = async (email: string) =>
  sql()`select n.event_id, n.attempts from auth.new_users n join auth.users u on u.id = n.user_id where u.email = ${email}`

/** Pretends that the next attempt is due. */
async function retryNow(): Promise<void> {
  await sql()`update auth.new_users set due_at = now()`
  await announceLeftOver({ sql: sql(), hooks: createHooks(auth, sql()) }, pino({ level: 'silent' }))
}

async function byOrganisation(): Promise<void> {
  const metadata = await (await fetch(`${server.url}/auth/v1/sso/saml/metadata`)).text()
  const organisation = await foundOrganisation(metadata)
  const { secretKey } = server.backend.keyring.apiKeys
  const made = await fetch(`${server.url}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: secretKey, authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ type: 'saml', metadata_xml: organisation.metadata, domains: [] }),
  })
  expect(made.status).toBe(201)
  const sent = await organisation.unasked({ nameId: 'employee-1', attributes: { mail: [freshEmail('employee')] } })
  const body = new URLSearchParams({ ...sent, RelayState: PAGE })
  const landed = await fetch(`${server.url}/auth/v1/sso/saml/acs`, { method: 'POST', body, redirect: 'manual' })
  expect(landed.headers.get('location')).toContain('access_token=')
}

/** Every kind of sign-up that is answered after the application was notified. */
const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a sign-up with a password': () => signsUp(),
  'a sign-up by phone': () => visitor().auth.signUp({ phone: '+15550100001', password: PASSWORD }),
  'a visitor without a name': () => visitor().auth.signInAnonymously(),
  'an administrator': () => admin().createUser({ email: freshEmail(), password: PASSWORD }),
  'an invitation': () => admin().inviteUserByEmail(freshEmail()),
  'a link that an administrator makes': () => admin().generateLink({ type: 'magiclink', email: freshEmail() }),
  'a provider’s button': async () => {
    const token = await provider.idToken({ sub: 'button-1', email: freshEmail('button'), email_verified: true })
    return visitor().auth.signInWithIdToken({ provider: 'google', token })
  },
  'a wallet': () =>
    visitor().auth.signInWithWeb3({ chain: 'ethereum', wallet: ethereumKey().wallet, options: { url: PAGE } }),
  'an organisation': byOrganisation,
}

describe('the application is notified of an account', () => {
  test.each(Object.keys(WAYS))('created by %s', async (way) => {
    auth.hooks = { after_user_created: app.target('after') }
    await WAYS[way]?.()
    expect(app.calls).toHaveLength(1)
    const [call] = app.calls
    expect(call?.body).toMatchObject({
      metadata: { uuid: call?.id, name: 'after-user-created', ip_address: '127.0.0.1', time: expect.any(String) },
      user: { id: expect.any(String), app_metadata: expect.any(Object), created_at: expect.any(String) },
    })
    const [made] = await sql()`select id from auth.users where id = ${notifiedIds()[0] ?? ''}`
    expect(made).toBeDefined()
    await retryNow()
    expect(app.calls).toHaveLength(1)
  })

  test.each([
    ['a code by mail', () => visitor().auth.signInWithOtp({ email: freshEmail() })],
    ['a code by text message', () => visitor().auth.signInWithOtp({ phone: '+15550100002' })],
    ['a sign-up that waits for its confirmation', () => signsUp()],
    [
      'a sign-up by phone that waits for its code',
      () => visitor().auth.signUp({ phone: '+15550100003', password: PASSWORD }),
    ],
  ])('created by %s, after the answer, which does not disclose that it is new', async (_way, comes) => {
    auth.autoconfirm = false
    auth.smsAutoconfirm = false
    auth.hooks = { after_user_created: app.target('after') }
    app.answer(() => ({ body: { error: { http_code: 403, message: 'Not you' } } }))
    expect(await comes()).toMatchObject({ error: null })
    await vi.waitFor(() => expect(app.calls).toHaveLength(1), { timeout: 20_000 })
  })

  test('once: not for a returning user or a repeated sign-up', async () => {
    const { email } = await signsUp()
    auth.hooks = { after_user_created: app.target('after') }
    await visitor().auth.signInWithPassword({ email, password: PASSWORD })
    expect((await signsUp(email)).error).toMatchObject({ code: 'user_already_exists' })
    await visitor().auth.signInWithOtp({ email })
    await admin().generateLink({ type: 'recovery', email })
    await signsUp() // another new user, so that a wrongly queued call becomes visible
    expect(app.calls).toHaveLength(1)
    expect(app.calls[0]?.body.user.email).not.toBe(email)
  })

  test('by a database function, when the account is committed and can be read', async () => {
    auth.hooks = { after_user_created: inSql('welcomes') }
    const { data, email } = await signsUp()
    const rows = await sql()`select user_id, email, event -> 'user' ->> 'id' as said from public.welcomed`
    expect(rows).toEqual([{ user_id: data.user?.id, email, said: data.user?.id }])
  })
})

describe('an application that rejects an account', () => {
  test.each([
    ['over HTTP', () => app.target('after')],
    ['by a function', () => inSql('wants_nobody')],
  ])('makes %s fail for the caller; the account stays, without a session', async (_kind, target) => {
    auth.hooks = { after_user_created: target() }
    app.answer(() => ({ body: { error: { http_code: 409, message: 'We are full' } } }))
    const { data, error, email } = await signsUp()
    expect(error).toMatchObject({ status: 409, message: 'We are full' })
    expect(data.session).toBeNull()
    const sessions = await sql()`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
    expect(sessions).toHaveLength(0)
    expect(await waiting(email)).toHaveLength(0)
    expect((await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })
})

describe('an unreachable application', () => {
  test('is notified again later, under the same id, until it has answered', async () => {
    auth.hooks = { after_user_created: app.target('after') }
    app.answer(() => ({ status: 500 }))
    const { error, email } = await signsUp()
    expect(error).toMatchObject({ status: 500 })
    expect(await waiting(email)).toMatchObject([{ event_id: app.calls[0]?.id, attempts: 1 }])
    await retryNow()
    expect(await waiting(email)).toMatchObject([{ attempts: 2 }])
    app.answer(() => ({ status: 204, body: '' }))
    await retryNow()
    await retryNow()
    expect(app.calls.map(({ body }) => body.user.email)).toEqual([email, email, email])
    expect(new Set(app.calls.map(({ id }) => id)).size).toBe(1)
    expect(await waiting(email)).toHaveLength(0)
  })

  test('is dropped after the tenth attempt, and a deleted account is not reported', async () => {
    auth.hooks = { after_user_created: app.target('after') }
    app.answer(() => ({ status: 500 }))
    const [stubborn, brief] = [await signsUp(), await signsUp()]
    await sql()`update auth.new_users set attempts = 9`
    await sql()`delete from auth.users where email = ${brief.email}`
    app.calls.length = 0
    await retryNow()
    await retryNow()
    expect(app.calls.map(({ body }) => body.user.email)).toEqual([stubborn.email])
  })
})
