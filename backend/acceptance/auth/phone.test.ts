import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { freshEmail, PASSWORD } from './wire.ts'

// A separate server with a text message gateway on loopback that accepts only signed requests.
const SECRET = randomBytes(32).toString('base64')
const TEST_NUMBER = '15550001111'
let server: OwnServer
let backend: OwnServer['backend']
let auth: OwnServer['auth']
let url: string
let gateway: Server
let gatewayAnswers = 200
const received: { to: string; text: string }[] = []

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const body = await text(request)
    const signed = new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as {
      data: { to: string; text: string }
    }
    if (gatewayAnswers === 200) received.push(signed.data)
    response.writeHead(gatewayAnswers).end()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const environment = {
    AUTH_PHONE: '1',
    AUTH_TEST_OTPS: `${TEST_NUMBER}=123456`,
    SMS_WEBHOOK_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`,
    SMS_WEBHOOK_SECRET: SECRET,
  }
  server = await startOwnServer(environment, { settings: { mailGapSeconds: 0 } })
  ;({ backend, auth, url } = server)
})

afterEach(() => {
  server.reset()
  gatewayAnswers = 200
})

afterAll(async () => {
  await server.close()
  gateway.closeAllConnections()
  await new Promise((resolve) => gateway.close(resolve))
})

function stranger(): SupabaseClient {
  return createClient(url, backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

let numbers = 0
const freshPhone = () => `+35191${String(1_000_000 + ++numbers)}`
const digits = (phone: string) => phone.slice(1)

/** The code of the newest message to this number. */
function codeTo(phone: string): string {
  const message = received.findLast(({ to }) => to === phone)
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
}

describe('a phone account', () => {
  test('starts with a password and is confirmed by the code of the message', async () => {
    const phone = freshPhone()
    const { data, error } = await stranger().auth.signUp({
      phone,
      password: PASSWORD,
      options: { data: { city: 'Faro', locale: 'pt' } },
    })
    expect(error).toBeNull()
    expect(received.findLast(({ to }) => to === phone)?.text).toMatch(/^O teu código de App é \d{6}$/)
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      phone: digits(phone),
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { city: 'Faro', locale: 'pt', phone_verified: false },
    })
    const early = await stranger().auth.signInWithPassword({ phone, password: PASSWORD })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed', message: 'Phone not confirmed' })

    const wrong = await stranger().auth.verifyOtp({ phone, token: '000000', type: 'sms' })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    const verified = await stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ phone_confirmed_at: expect.any(String) })
    const again = await stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
    expect(again.error).toMatchObject({ code: 'otp_expired' })
    expect((await stranger().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
    const guess = await stranger().auth.signInWithPassword({ phone, password: 'a-wrong-lantern' })
    expect(guess.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('for an existing number looks like any other sign-up and receives nothing', async () => {
    const phone = freshPhone()
    await stranger().auth.signUp({ phone, password: PASSWORD })
    await stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
    const sent = received.length
    const { data, error } = await stranger().auth.signUp({ phone, password: 'somebody-elses-42' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone: digits(phone), identities: [] })
    expect(received).toHaveLength(sent)
    expect((await stranger().auth.signInWithPassword({ phone, password: 'somebody-elses-42' })).error).not.toBeNull()
  })

  test('is confirmed immediately where no message can be sent', async () => {
    auth.smsAutoconfirm = true
    const phone = freshPhone()
    const { data } = await stranger().auth.signUp({ phone, password: PASSWORD })
    expect(data.session).not.toBeNull()
    expect((await stranger().auth.signUp({ phone, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
    })
  })

  test.each(['12', 'abcdef', '+0123456789', '1234567890123456'])('%s is not a phone number', async (phone) => {
    const { error } = await stranger().auth.signUp({ phone, password: PASSWORD })
    if (phone === '12') return expect(error).toBeNull() // E.164 sets no other minimum
    expect(error).toMatchObject({ status: 400, message: 'Invalid phone number format (E.164 required)' })
  })

  test('is refused where phones are disabled, and by a server with default settings', async () => {
    auth.phone = false
    const off = { status: 400, code: 'phone_provider_disabled', message: 'Phone signups are disabled' }
    expect((await stranger().auth.signUp({ phone: freshPhone(), password: PASSWORD })).error).toMatchObject(off)
    expect((await visitor().auth.signUp({ phone: freshPhone(), password: PASSWORD })).error).toMatchObject(off)
    expect((await stranger().auth.signInWithOtp({ phone: freshPhone() })).error).toMatchObject({
      status: 400,
      message: 'Unsupported phone provider',
    })
    expect((await stranger().auth.signInWithPassword({ phone: freshPhone(), password: 'x' })).error).toMatchObject({
      status: 422,
      message: 'Phone logins are disabled',
    })
  })
})

describe('a code by text message', () => {
  test('signs in, and creates a missing account', async () => {
    const phone = freshPhone()
    const { data, error } = await stranger().auth.signInWithOtp({ phone })
    expect(error).toBeNull()
    expect(data.messageId).toMatch(/^msg_/)
    expect(codeTo(phone)).toMatch(/^\d{6}$/)
    const client = stranger()
    const first = await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
    expect(first.data.user?.phone).toBe(digits(phone))

    const before = received.length
    await stranger().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
    await expect.poll(() => received.length).toBe(before + 1)
    const second = await stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
    expect(second.data.user?.id).toBe(first.data.user?.id)
  })

  test('is not sent to an unknown number without account creation, which the answer does not disclose', async () => {
    const known = freshPhone()
    await stranger().auth.signInWithOtp({ phone: known })
    const ask = (phone: string) => stranger().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
    const [unknown, gone] = [await ask(freshPhone()), await ask(known)]
    expect(unknown).toEqual(gone)
    expect(unknown.error).toBeNull()
  })

  test('is sent once per gap, and five guesses invalidate it', async () => {
    auth.mailGapSeconds = 60
    const phone = freshPhone()
    await stranger().auth.signInWithOtp({ phone })
    expect((await stranger().auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
    })
    for (let guess = 0; guess < 5; guess++) await stranger().auth.verifyOtp({ phone, token: '000000', type: 'sms' })
    expect((await stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })).error).not.toBeNull()
  })

  test('is not sent by WhatsApp, which the gateway does not support', async () => {
    const { error } = await stranger().auth.signInWithOtp({ phone: freshPhone(), options: { channel: 'whatsapp' } })
    expect(error).toMatchObject({
      status: 400,
      message: expect.stringContaining("'whatsapp' is only supported if Twilio or Twilio Verify is used"),
    })
  })

  test('that the gateway refused is reported as such', async () => {
    gatewayAnswers = 500
    const { error } = await stranger().auth.signInWithOtp({ phone: freshPhone() })
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
  })

  test('is fixed for a test number, without sending a message', async () => {
    const sent = received.length
    const { data } = await stranger().auth.signInWithOtp({ phone: TEST_NUMBER })
    expect(data.messageId).toBe('test-otp')
    expect(received).toHaveLength(sent)
    expect((await stranger().auth.verifyOtp({ phone: TEST_NUMBER, token: '123456', type: 'sms' })).error).toBeNull()
  })

  test('is sent again while it is pending', async () => {
    const phone = freshPhone()
    await stranger().auth.signUp({ phone, password: PASSWORD })
    const first = codeTo(phone)
    const before = received.length
    expect((await stranger().auth.resend({ type: 'sms', phone })).error).toBeNull()
    await expect.poll(() => received.length).toBe(before + 1)
    if (first !== codeTo(phone)) {
      expect((await stranger().auth.verifyOtp({ phone, token: first, type: 'sms' })).error).not.toBeNull()
    }
    expect((await stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })).error).toBeNull()
    const sent = received.length
    expect((await stranger().auth.resend({ type: 'sms', phone })).error).toBeNull()
    expect((await stranger().auth.resend({ type: 'sms', phone: freshPhone() })).error).toBeNull()
    expect(received).toHaveLength(sent)
  })

  test('can be redeemed while it is sent again, without a deadlock', async () => {
    const phone = freshPhone()
    await stranger().auth.signUp({ phone, password: PASSWORD })
    const { redeemed } = await backend.database.admin.begin(async (sql) => {
      // The order in which a code is created: first its account, then the code itself.
      await sql`update auth.users set confirmation_sent_at = now() where phone = ${digits(phone)}`
      const redeemed = stranger().auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
      const waiting = () => backend.database.admin`select from pg_locks where not granted`
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
      await sql`update auth.one_time_tokens set failed_attempts = 0 where relates_to = ${digits(phone)}`
      return { redeemed }
    })
    expect((await redeemed).error).toBeNull()
  })
})

describe('changing a phone number', () => {
  test('takes effect once its code is confirmed, and a number in use is refused', async () => {
    const [mine, wanted] = [freshPhone(), freshPhone()]
    const client = stranger()
    await client.auth.signInWithOtp({ phone: mine })
    await client.auth.verifyOtp({ phone: mine, token: codeTo(mine), type: 'sms' })
    const { data } = await client.auth.updateUser({ phone: wanted })
    expect(data.user).toMatchObject({ phone: digits(mine), new_phone: digits(wanted) })
    const verified = await client.auth.verifyOtp({ phone: wanted, token: codeTo(wanted), type: 'phone_change' })
    expect(verified.data.user).toMatchObject({ phone: digits(wanted) })
    expect(verified.data.user?.new_phone).toBeUndefined()

    const other = stranger()
    await other.auth.signInWithOtp({ phone: mine })
    await other.auth.verifyOtp({ phone: mine, token: codeTo(mine), type: 'sms' })
    expect((await other.auth.updateUser({ phone: wanted })).error).toMatchObject({ status: 422, code: 'phone_exists' })
    expect((await other.auth.reauthenticate()).error).toBeNull()
    expect(codeTo(mine)).toMatch(/^\d{6}$/)
  })

  test('by an administrator sets and confirms the number immediately', async () => {
    const admin = createClient(url, backend.keyring.apiKeys.secretKey).auth.admin
    const phone = freshPhone()
    const { data } = await admin.createUser({ phone, password: PASSWORD, phone_confirm: true })
    expect(data.user).toMatchObject({ phone: digits(phone), phone_confirmed_at: expect.any(String) })
    expect((await stranger().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
    const taken = { status: 422, code: 'phone_exists', message: 'Phone number already registered by another user' }
    expect((await admin.createUser({ phone })).error).toMatchObject(taken)
    const { data: both } = await admin.createUser({ email: freshEmail(), phone: freshPhone() })
    expect(both.user?.app_metadata.providers).toEqual(['email', 'phone'])
    expect((await admin.updateUserById(both.user?.id ?? '', { phone })).error).toMatchObject(taken)
  })
})

describe('a phone as a second factor', () => {
  async function withPhone(phone = freshPhone()) {
    const client = stranger()
    const { data } = await client.auth.signUp({ email: freshEmail(), password: PASSWORD })
    const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mine' })
    if (enrolled.error) throw enrolled.error
    return { client, phone, email: data.user?.email ?? '', factorId: enrolled.data.id, enrolled: enrolled.data }
  }
  async function shows(client: SupabaseClient, factorId: string, phone: string) {
    const challenge = await client.auth.mfa.challenge({ factorId })
    if (challenge.error) throw challenge.error
    return client.auth.mfa.verify({ factorId, challengeId: challenge.data.id, code: codeTo(phone) })
  }

  test('is enrolled and verified by the code of a message, and raises the session to aal2', async () => {
    const { client, phone, factorId, enrolled } = await withPhone()
    expect(enrolled).toMatchObject({ type: 'phone', phone: digits(phone), friendly_name: 'Mine' })
    const challenge = await client.auth.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
    const guess = codeTo(phone) === '000000' ? '000001' : '000000'
    const challengeId = challenge.data?.id ?? ''
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: guess })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeTo(phone) })).error).toBeNull()
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect((await client.auth.getClaims()).data?.claims.amr).toContainEqual(
      expect.objectContaining({ method: 'mfa/phone' }),
    )
    expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, status: 'verified' }])
  })

  test('is required at the next sign-in, and a code is valid for its own challenge, once', async () => {
    const { client, phone, email, factorId } = await withPhone()
    expect((await shows(client, factorId, phone)).error).toBeNull()
    const later = stranger()
    await later.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const first = await later.auth.mfa.challenge({ factorId })
    const code = codeTo(phone)
    const second = await later.auth.mfa.challenge({ factorId })
    if (code !== codeTo(phone)) {
      const challengeId = second.data?.id ?? ''
      expect((await later.auth.mfa.verify({ factorId, challengeId, code })).error).not.toBeNull()
    }
    const right = { factorId, challengeId: first.data?.id ?? '', code }
    expect((await later.auth.mfa.verify(right)).error).toBeNull()
    expect((await later.auth.mfa.verify(right)).error).toMatchObject({ code: 'mfa_ip_address_mismatch' })
  })

  test('requires a number, exists only once, and limits the rate of messages', async () => {
    const { client, phone, factorId } = await withPhone()
    auth.mailGapSeconds = 60
    expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
    })
    auth.mailGapSeconds = 0
    const without = await client.auth.mfa.enroll({ factorType: 'phone', phone: '' })
    expect(without.error).toMatchObject({ status: 400, message: 'Phone number required to enroll Phone factor' })
    const odd = await client.auth.mfa.enroll({ factorType: 'phone', phone: 'call me' })
    expect(odd.error).toMatchObject({ status: 400, message: 'Invalid phone number format (E.164 required)' })
    expect((await shows(client, factorId, phone)).error).toBeNull()
    const second = await client.auth.mfa.enroll({ factorType: 'phone', phone: freshPhone(), friendlyName: 'Other' })
    expect(second.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  })

  test('is refused where it is disabled, and reports an undelivered message', async () => {
    const { client, factorId } = await withPhone()
    gatewayAnswers = 500
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({ code: 'sms_send_failed' })
    auth.mfa = { ...auth.mfa, types: ['totp'] }
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 422,
      code: 'mfa_phone_verify_not_enabled',
      message: 'MFA verification is disabled for Phone',
    })
    expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: freshPhone() })).error).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
    })
  })
})
