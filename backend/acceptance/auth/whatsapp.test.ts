import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

// A separate server that sends text messages through a carrier with Twilio's API, here on loopback.
const TEMPLATE = `HX${'0'.repeat(32)}`
const REFUSED = {
  status: 400,
  code: 'validation_failed',
  message:
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
}
let carrier: Server
let server: OwnServer
const sent: Record<string, string>[] = []

beforeAll(async () => {
  carrier = createServer(async (request, response) => {
    sent.push(Object.fromEntries(new URLSearchParams(await text(request))))
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: `SM${sent.length}` }))
  })
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve))
  const environment = {
    AUTH_PHONE: '1',
    SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SMS_TWILIO_AUTH_TOKEN: 'between-us',
    SMS_TWILIO_FROM: '+15550001111',
    SMS_TWILIO_CONTENT_SID: TEMPLATE,
    SMS_TWILIO_URL: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
  }
  server = await startOwnServer(environment, { settings: { mailGapSeconds: 0 } })
})
afterEach(() => server.reset())
afterAll(async () => {
  await server.close()
  carrier.closeAllConnections()
  await new Promise((resolve) => carrier.close(resolve))
})

function stranger(): SupabaseClient {
  return createClient(server.url, server.backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

let numbers = 0
const freshPhone = () => `+35193${String(1_000_000 + ++numbers)}`

/** The newest WhatsApp message to this number, and its code. */
function onWhatsApp(phone: string): { form: Record<string, string> | undefined; token: string } {
  const form = sent.findLast(({ To }) => To === `whatsapp:${phone}`)
  const token = (JSON.parse(form?.ContentVariables ?? '{}') as Record<string, string>)['1'] ?? ''
  return { form, token }
}

test('a phone sign-up is confirmed by a code on WhatsApp, in the approved template', async () => {
  const phone = freshPhone()
  const { error } = await stranger().auth.signUp({ phone, password: PASSWORD, options: { channel: 'whatsapp' } })
  expect(error).toBeNull()
  const { form, token } = onWhatsApp(phone)
  expect(form).toEqual({
    To: `whatsapp:${phone}`,
    From: 'whatsapp:+15550001111',
    ContentSid: TEMPLATE,
    ContentVariables: `{"1":"${token}"}`,
  })
  expect((await stranger().auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
})

test('a sign-in code is sent through the requested channel, chosen each time', async () => {
  const phone = freshPhone()
  const { data } = await stranger().auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })
  expect(data.messageId).toBe(`SM${sent.length}`)
  const { token } = onWhatsApp(phone)
  expect((await stranger().auth.verifyOtp({ phone, token, type: 'sms' })).data.user?.phone).toBe(phone.slice(1))
  for (const options of [{}, { channel: 'sms' as const }]) {
    expect((await stranger().auth.signInWithOtp({ phone, options })).error).toBeNull()
    expect(sent.at(-1)).toMatchObject({ To: phone, From: '+15550001111', Body: expect.stringMatching(/\d{6}/) })
  }
})

test('a resent code, a new number and a second factor can use the same channel', async () => {
  const [first, second] = [freshPhone(), freshPhone()]
  await stranger().auth.signUp({ phone: first, password: PASSWORD })
  const again = { type: 'sms', phone: first, channel: 'whatsapp' }
  expect((await call('POST', '/resend', { body: again, server: server.url })).status).toBe(200)
  // It is sent after the answer, which does not disclose whether a number is known.
  await expect.poll(() => onWhatsApp(first).token).not.toBe('')
  const client = stranger()
  await client.auth.verifyOtp({ phone: first, token: onWhatsApp(first).token, type: 'sms' })
  const { data } = await client.auth.getSession()
  const authorization = `Bearer ${data.session?.access_token}`
  const wanted = { phone: second, channel: 'whatsapp' }
  const changed = await call('PUT', '/user', { body: wanted, server: server.url, headers: { authorization } })
  expect(changed.body.new_phone).toBe(second.slice(1))
  const { token } = onWhatsApp(second)
  expect((await client.auth.verifyOtp({ phone: second, token, type: 'phone_change' })).error).toBeNull()

  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'phone', phone: second, friendlyName: 'Mine' })
  const factorId = factor?.id ?? ''
  const challenge = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
  const shown = { factorId, challengeId: challenge.data?.id ?? '', code: onWhatsApp(second).token }
  expect((await client.auth.mfa.verify(shown)).error).toBeNull()
})

test('a hook for all messages receives the requested channel', async () => {
  const name = 'notes_the_channel'
  await server.backend.database.admin.unsafe(`
    create function public.${name}(event jsonb) returns jsonb language sql as
      $$ select jsonb_build_object('error', jsonb_build_object('http_code', 418, 'message', event -> 'sms' ->> 'channel')) $$;
    grant execute on function public.${name} to supabase_auth_admin`)
  server.auth.hooks = { send_sms: { kind: 'sql', schema: 'public', name } }
  const { error } = await stranger().auth.signInWithOtp({ phone: freshPhone(), options: { channel: 'whatsapp' } })
  expect(error).toMatchObject({ status: 418, message: 'whatsapp' })
})

test('another channel is refused, as is WhatsApp where the carrier does not support it', async () => {
  const before = sent.length
  const pigeon = { phone: freshPhone(), password: PASSWORD, channel: 'pigeon' }
  for (const path of ['/signup', '/otp']) {
    const answer = await call('POST', path, { body: pigeon, server: server.url, headers: NEW_SHAPE })
    expect({ status: answer.status, ...answer.body }).toMatchObject(REFUSED)
  }
  const withEmail = await call('POST', '/otp', {
    body: { email: freshEmail(), channel: 'whatsapp' },
    server: server.url,
    headers: NEW_SHAPE,
  })
  expect(withEmail.body.message).toBe('Channel should only be specified with Phone OTP')
  expect(sent).toHaveLength(before)
})
