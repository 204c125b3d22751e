import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type HookCall, type HookReceiver, startHookReceiver } from './hook-receiver.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { freshEmail, PASSWORD } from './wire.ts'

// A separate server whose hooks each test configures, and an application on loopback that receives the calls.
const SECRET = `whsec_${randomBytes(32).toString('base64')}`
let server: OwnServer
let auth: OwnServer['auth']
let app: HookReceiver

beforeAll(async () => {
  app = await startHookReceiver(SECRET)
  server = await startOwnServer({ AUTH_ANONYMOUS: '1', AUTH_PHONE: '1' }, { settings: { mailGapSeconds: 0 } })
  auth = server.auth
  await server.backend.database.admin.unsafe(HOOKS_IN_SQL)
})
afterEach(() => {
  server.reset()
  app.reset()
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const HOOKS_IN_SQL = `
  create function public.adds_a_plan(event jsonb) returns jsonb language sql as
    $$ select jsonb_set(event, '{claims,plan}', to_jsonb((select u.email from auth.users u where u.id = (event ->> 'user_id')::uuid))) $$;
  create function public.knows_no_strangers(event jsonb) returns jsonb language sql as
    $$ select case when event -> 'user' ->> 'email' like '%@example.com' then '{}'::jsonb
      else '{"error": {"http_code": 403, "message": "Only for colleagues"}}' end $$;
  create function public.sleeps(event jsonb) returns jsonb language sql as $$ select '{}'::jsonb from pg_sleep(30) $$;
  create function public.reads_hashes(event jsonb) returns jsonb language sql as
    $$ select to_jsonb(u.encrypted_password) from auth.users u limit 1 $$;
  create function public.is_not_granted(event jsonb) returns jsonb language sql as $$ select '{}'::jsonb $$;
  grant execute on function public.adds_a_plan, public.knows_no_strangers, public.sleeps, public.reads_hashes
    to supabase_auth_admin;`

const inSql = (name: string) => ({ kind: 'sql' as const, schema: 'public', name })

function stranger(): SupabaseClient {
  return createClient(server.url, server.backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function newUser() {
  const client = stranger()
  const email = freshEmail()
  const { data } = await client.auth.signUp({ email, password: PASSWORD })
  return { client, email, id: data.user?.id ?? '' }
}

const claimsOf = async (client: SupabaseClient) => (await client.auth.getClaims()).data?.claims
const sessionsOf = (id: string) => server.backend.database.admin`select from auth.sessions where user_id = ${id}`

describe('the access token hook', () => {
  test('adds claims at sign-up, sign-in and refresh, and receives the authentication method', async () => {
    auth.hooks = { custom_access_token: app.target('claims') }
    app.answer(({ body }) => ({ body: { claims: { ...body.claims, plan: 'pro' } } }))
    const { client, email, id } = await newUser()
    expect(await claimsOf(client)).toMatchObject({ sub: id, plan: 'pro' })
    await client.auth.refreshSession()
    expect(await claimsOf(client)).toMatchObject({ sub: id, plan: 'pro' })
    await stranger().auth.signInWithPassword({ email, password: PASSWORD })
    expect(app.calls.map(({ body }) => [body.user_id, body.authentication_method])).toEqual([
      [id, 'password'],
      [id, 'token_refresh'],
      [id, 'password'],
    ])
  })

  test('as a database function reads the account, but cannot read passwords', async () => {
    const { client, email } = await newUser()
    auth.hooks = { custom_access_token: inSql('adds_a_plan') }
    await client.auth.refreshSession()
    expect(await claimsOf(client)).toMatchObject({ plan: email })
    const signIn = () => stranger().auth.signInWithPassword({ email, password: PASSWORD })
    for (const name of ['reads_hashes', 'is_not_granted']) {
      auth.hooks = { custom_access_token: inSql(name) }
      expect((await signIn()).error).toMatchObject({ status: 500 })
    }
    auth.hooks = {}
    expect((await signIn()).error).toBeNull()
  })

  test('that omits required claims is refused by name, and leaves no session behind', async () => {
    const { email, id, client } = await newUser()
    await client.auth.signOut()
    auth.hooks = { custom_access_token: app.target('claims') }
    app.answer(({ body: { claims } }) => ({ body: { claims: { ...claims, aal: undefined, exp: 'soon' } } }))
    const { error } = await stranger().auth.signInWithPassword({ email, password: PASSWORD })
    expect(error?.message).toContain('output claims do not conform to the expected schema')
    expect(error?.message).toContain('aal')
    expect(error?.message).toContain('exp')
    app.answer(() => ({ body: {} }))
    const none = await stranger().auth.signInWithPassword({ email, password: PASSWORD })
    expect(none.error).toMatchObject({ status: 500, message: 'output claims do not exist' })
    expect(await sessionsOf(id)).toHaveLength(0)
  })

  test('refuses a token with its own message and status, and the refresh can be repeated afterwards', async () => {
    const { client } = await newUser()
    auth.hooks = { custom_access_token: app.target('claims') }
    app.answer(() => ({ body: { error: { http_code: 403, message: 'Not on Sundays' } } }))
    const before = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const refused = await stranger().auth.refreshSession({ refresh_token: before })
    expect(refused.error).toMatchObject({ status: 403, message: 'Not on Sundays' })
    auth.hooks = {}
    expect((await stranger().auth.refreshSession({ refresh_token: before })).error).toBeNull()
  })
})

describe('the hook before account creation', () => {
  test('receives the account with its final id, and the requester', async () => {
    auth.hooks = { before_user_created: app.target('before') }
    const { id, email } = await newUser()
    expect(app.calls).toMatchObject([
      { body: { metadata: { name: 'before-user-created', ip_address: '127.0.0.1' }, user: { id, email } } },
    ])
    const { data } = await stranger().auth.signInAnonymously()
    expect(app.calls[1]?.body.user).toMatchObject({ id: data.user?.id, is_anonymous: true, app_metadata: {} })
  })

  test('refuses every kind of sign-up without leaving anything, and existing users still sign in', async () => {
    const { email } = await newUser()
    auth.hooks = { before_user_created: app.target('before') }
    app.answer(() => ({ body: { error: { http_code: 403, message: 'By invitation only' } } }))
    const refused = { status: 403, message: 'By invitation only' }
    const unwanted = freshEmail('unwanted')
    const { auth: visitor } = stranger()
    expect((await visitor.signUp({ email: unwanted, password: PASSWORD })).error).toMatchObject(refused)
    expect((await visitor.signUp({ phone: '+15550007777', password: PASSWORD })).error).toMatchObject(refused)
    expect((await visitor.signInWithOtp({ email: unwanted })).error).toMatchObject(refused)
    expect((await visitor.signInWithOtp({ phone: '+15550007777' })).error).toMatchObject(refused)
    expect((await visitor.signInAnonymously()).error).toMatchObject(refused)
    const admin = createClient(server.url, server.backend.keyring.apiKeys.secretKey).auth.admin
    expect((await admin.inviteUserByEmail(unwanted)).error).toMatchObject(refused)
    const made = await server.backend.database
      .admin`select from auth.users where email = ${unwanted} or phone = '15550007777'`
    expect(made).toHaveLength(0)
    expect((await visitor.signInWithOtp({ email })).error).toBeNull()
    expect((await visitor.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('as a database function decides by the address', async () => {
    auth.hooks = { before_user_created: inSql('knows_no_strangers') }
    const { error } = await stranger().auth.signUp({ email: 'eve@elsewhere.test', password: PASSWORD })
    expect(error).toMatchObject({ status: 403, message: 'Only for colleagues' })
    expect((await stranger().auth.signUp({ email: freshEmail(), password: PASSWORD })).error).toBeNull()
  })

  test('that times out returns its own error code, and blocks no other request', async () => {
    auth.hooks = { before_user_created: inSql('sleeps') }
    const slow = stranger().auth.signUp({ email: freshEmail(), password: PASSWORD })
    await vi.waitFor(async () => {
      const running = await server.backend.database.admin`
        select from pg_stat_activity where query like '%sleeps%' and pid <> pg_backend_pid() and state = 'active'`
      expect(running).toHaveLength(1)
    })
    const held = await server.backend.database.admin`
      select from pg_locks l join pg_class c on c.oid = l.relation
      where c.relnamespace = 'auth'::regnamespace and l.mode in ('RowExclusiveLock', 'RowShareLock')`
    expect(held).toHaveLength(0)
    expect((await slow).error).toMatchObject({ status: 422, code: 'hook_timeout' })
  })
})

describe('the password hook', () => {
  test('is called for right and wrong passwords, but not for missing accounts, and may reject either', async () => {
    const { client, email, id } = await newUser()
    auth.hooks = { password_verification_attempt: app.target('password') }
    await stranger().auth.signInWithPassword({ email, password: 'wrong-password' })
    await stranger().auth.signInWithPassword({ email: freshEmail('nobody'), password: 'wrong-password' })
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect(app.calls.map(({ body }) => body)).toEqual([
      { user_id: id, valid: false },
      { user_id: id, valid: true },
    ])
    app.answer(() => ({ body: { decision: 'reject', message: 'Come back tomorrow', should_logout_user: true } }))
    expect((await stranger().auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Come back tomorrow',
    })
    expect((await client.auth.getUser()).data.user).toBeNull()
  })
})

describe('the second-factor hook', () => {
  test('is called for each attempt, and a rejection invalidates the code and signs the user out', async () => {
    const { client, id } = await newUser()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const code = () => new TOTP({ secret: data?.totp?.secret ?? '' }).generate()
    const factorId = data?.id ?? ''
    auth.hooks = { mfa_verification_attempt: app.target('mfa') }
    const wrong = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: code() === '000000' ? '000001' : '000000',
    })
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed' })
    app.answer(() => ({ body: { decision: 'reject', message: 'Too many attempts' } }))
    const right = await client.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(right.error).toMatchObject({ status: 403, code: 'mfa_verification_rejected', message: 'Too many attempts' })
    expect(app.calls.map(({ body }) => body)).toEqual([
      { user_id: id, factor_id: factorId, factor_type: 'totp', valid: false },
      { user_id: id, factor_id: factorId, factor_type: 'totp', valid: true },
    ])
    expect(await sessionsOf(id)).toHaveLength(0)
    const [factor] = await server.backend.database.admin`select status from auth.mfa_factors where id = ${factorId}`
    expect(factor).toEqual({ status: 'unverified' })
  })
})

describe('the sending hooks', () => {
  test('receive all data of a sign-in email', async () => {
    const { email, id } = await newUser()
    auth.hooks = { send_email: app.target('mail') }
    await stranger().auth.signInWithOtp({ email, options: { emailRedirectTo: `${server.url}/home` } })
    await vi.waitFor(() => expect(app.calls).toHaveLength(1))
    const [call] = app.calls
    expect(call?.body).toMatchObject({
      user: { id, email },
      email_data: {
        email_action_type: 'magiclink',
        redirect_to: `${server.url}/home`,
        token: expect.stringMatching(/^\d{6}$/),
      },
    })
    const tokenHash = call?.body.email_data.token_hash ?? ''
    const { data } = await stranger().auth.verifyOtp({ type: 'magiclink', token_hash: tokenHash })
    expect(data.user?.id).toBe(id)
  })

  test('receive both codes of a change of address in one call, and their error reaches the caller', async () => {
    auth.autoconfirm = true
    const { client } = await newUser()
    auth.autoconfirm = false
    auth.hooks = { send_email: app.target('mail') }
    const wanted = freshEmail('wanted')
    expect((await client.auth.updateUser({ email: wanted })).error).toBeNull()
    expect(app.calls).toHaveLength(1)
    const [{ body }] = app.calls as [HookCall] // one, as just expected
    const { email_data: data, user } = body
    expect(data.email_action_type).toBe('email_change')
    // The codes are in the order of the addresses, the hashes in reverse.
    const half = await stranger().auth.verifyOtp({ type: 'email_change', email: user.email, token: data.token })
    expect(half.error).toBeNull()
    const whole = await stranger().auth.verifyOtp({ type: 'email_change', token_hash: data.token_hash })
    expect(whole.data.user?.email).toBe(wanted)

    app.answer(() => ({ body: { error: { http_code: 429, message: 'Quota used up' } } }))
    const refused = await client.auth.updateUser({ email: freshEmail('other') })
    expect(refused.error).toMatchObject({ status: 429, message: 'Quota used up' })
  })

  test('receive the code of a text message', async () => {
    auth.smsAutoconfirm = false
    auth.hooks = { send_sms: app.target('sms') }
    const phone = '15550001234'
    expect((await stranger().auth.signInWithOtp({ phone })).error).toBeNull()
    expect(app.calls[0]?.body).toMatchObject({ user: { phone }, sms: { phone, otp: expect.any(String) } })
    const token = app.calls[0]?.body.sms.otp ?? ''
    expect((await stranger().auth.verifyOtp({ phone, token, type: 'sms' })).data.user?.phone).toBe(phone)
  })
})

describe('HTTP hooks', () => {
  const refused = async () => (await stranger().auth.signUp({ email: freshEmail(), password: PASSWORD })).error

  test('sign with each secret, which allows rotation, and an unsigned call is rejected', async () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`
    auth.hooks = { before_user_created: app.target('before', [other, SECRET]) }
    expect(await refused()).toBeNull()
    auth.hooks = { before_user_created: app.target('before', [other]) }
    expect(await refused()).toMatchObject({ status: 500, message: 'Unexpected status code returned from hook: 401' })
  })

  test('are retried with the same id on request, three times at most', async () => {
    auth.hooks = { before_user_created: app.target('before') }
    const busy = { status: 503, headers: { 'retry-after': 'true' } }
    app.answer((_call, attempt) => (attempt < 3 ? busy : { body: {} }))
    expect(await refused()).toBeNull()
    expect(new Set(app.calls.map(({ id }) => id)).size).toBe(1)
    app.calls.length = 0
    app.answer(() => busy)
    expect(await refused()).toMatchObject({ status: 422, code: 'hook_timeout_after_retry' })
    expect(app.calls).toHaveLength(3)
    app.answer(() => ({ status: 503 }))
    expect(await refused()).toMatchObject({ status: 500 })
  })

  test('accept only JSON of limited size, and an empty answer means consent', async () => {
    auth.hooks = { before_user_created: app.target('before') }
    app.answer(() => ({ headers: { 'content-type': 'text/html' }, body: '<p>hello</p>' }))
    expect(await refused()).toMatchObject({ code: 'hook_payload_invalid_content_type' })
    app.answer(() => ({ body: 'x'.repeat(300_000) }))
    expect(await refused()).toMatchObject({ status: 422, code: 'hook_payload_over_size_limit' })
    app.answer(() => ({ body: '{"decision":' }))
    expect(await refused()).toMatchObject({ status: 500 })
    app.answer(() => ({ status: 204, body: '' }))
    expect(await refused()).toBeNull()
  })

  test('follow no redirects, which would send the content elsewhere', async () => {
    auth.hooks = { before_user_created: app.target('before') }
    app.answer(({ path }) => (path === '/before' ? { status: 307, headers: { location: '/elsewhere' } } : {}))
    expect(await refused()).toMatchObject({ status: 422 })
    expect(app.calls.filter(({ path }) => path === '/elsewhere')).toHaveLength(0)
  })
})
