import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTo } from './mailbox.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { freshEmail, PASSWORD } from './wire.ts'

let server: OwnServer
let keys: Awaited<ReturnType<typeof generateKeyPair>>
const foreign = createServer(async (_request, response) => {
  const key = { ...(await exportJWK(keys.publicKey)), kid: 'theirs', alg: 'ES256' }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }))
})
let issuer = ''

beforeAll(async () => {
  keys = await generateKeyPair('ES256')
  foreign.listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  issuer = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  server = await startOwnServer({
    AUTH_AUTOCONFIRM: '0',
    AUTH_SEND_GAP: '0',
    AUTH_OTP_DIGITS: '8',
    AUTH_DOUBLE_CONFIRM: '0',
    AUTH_REVEAL_ACCOUNTS: '1',
    AUTH_NOTICES: 'password_changed',
    AUTH_EMAIL_TEMPLATES: JSON.stringify({
      magic_link: {
        subject: '{{ .Token }} lets you in',
        content:
          '<p>Hi {{ .Data.name }}</p><a href="{{ .ConfirmationURL }}">In</a> <a href="https://app.example/?to={{ .RedirectTo }}">{{ if .Token }}{{ .TokenHash }}{{ end }}</a>',
      },
    }),
    JWT_THIRD_PARTIES: JSON.stringify([{ issuer, jwksUrl: `${issuer}/jwks.json` }]),
  })
})
afterAll(async () => {
  await server.close()
  foreign.close()
})

const visitor = (headers: Record<string, string> = {}) =>
  createClient(server.url, server.backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  })

test('emails use the configured templates, with values escaped in HTML and in URLs', async () => {
  const email = freshEmail('own')
  const anna = visitor()
  await anna.auth.signUp({ email, password: PASSWORD, options: { data: { name: '<b>Anna</b>' } } })
  const confirmation = await mailTo(email, { server: server.url })
  const code = /\b(\d{8})\b/.exec(confirmation.text)?.[1] ?? ''
  expect((await anna.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()

  const other = visitor()
  await other.auth.signInWithOtp({ email, options: { emailRedirectTo: `${server.url}/a?b=c` } })
  const mail = await mailTo(email, { server: server.url, atLeast: 2 })
  expect(mail.subject).toMatch(/^\d{8} lets you in$/)
  expect(mail.html).toContain('Hi &lt;b&gt;Anna&lt;/b&gt;')
  expect(mail.html).toContain(`?to=${encodeURIComponent(`${server.url}/a?b=c`)}"`)
  expect(mail.text).toMatch(/^Hi <b>Anna<\/b>\nIn: http/)
  const token = mail.subject.slice(0, 8)
  expect((await other.auth.verifyOtp({ email, token, type: 'email' })).data.user?.email).toBe(email)

  // One confirmation, at the new address, is enough; the notice of it is switched off.
  const next = freshEmail('own')
  await other.auth.updateUser({ email: next })
  const change = await mailTo(next, { server: server.url })
  const newCode = /\b(\d{8})\b/.exec(change.text)?.[1] ?? ''
  const changed = await other.auth.verifyOtp({ email: next, token: newCode, type: 'email_change' })
  expect(changed.data.user?.email).toBe(next)

  const unknown = await visitor().auth.signInWithOtp({ email: freshEmail('own'), options: { shouldCreateUser: false } })
  expect(unknown.error?.code).toBe('otp_disabled')
})

test('tokens of another issuer are accepted when its published keys verify them', async () => {
  const sign = (by: string, key = keys.privateKey) =>
    new SignJWT({ role: 'authenticated', sub: 'b2f9b7a4-6a43-4f0e-9d3a-0d6c0c6d8e11' })
      .setProtectedHeader({ alg: 'ES256', kid: 'theirs' })
      .setIssuer(by)
      .setAudience('their-project')
      .setExpirationTime('5 minutes')
      .sign(key)
  const ask = async (token: string) => {
    const headers = { apikey: server.backend.keyring.apiKeys.publishableKey, authorization: `Bearer ${token}` }
    return (await fetch(`${server.url}/rest/v1/`, { headers })).status
  }
  expect(await ask(await sign(issuer))).toBe(200)
  expect(await ask(await sign('https://elsewhere.example'))).toBe(401)
  const { privateKey: stolen } = await generateKeyPair('ES256')
  expect(await ask(await sign(issuer, stolen))).toBe(401)
})
