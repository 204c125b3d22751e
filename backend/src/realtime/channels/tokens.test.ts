import { beforeAll, expect, test } from 'vitest'
import { createKeyring, type Keyring } from '../../jwt/keyring.ts'
import { checkToken } from './tokens.ts'

const key = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url'), kid: 'test', alg: 'HS256' }
const apiKeys = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: '', serviceRoleKey: '' }
const inAMinute = () => Math.floor(Date.now() / 1000) + 60

let keyring: Keyring
beforeAll(async () => {
  keyring = await createKeyring({ keys: [key] }, new Uint8Array(32), async () => apiKeys)
})

test('opaque keys map to their roles and never expire', async () => {
  expect(await checkToken(keyring, 'sb_publishable_x')).toMatchObject({
    identity: { caller: { role: 'anon' }, expiresAt: null },
  })
  expect(await checkToken(keyring, 'sb_secret_x')).toMatchObject({ identity: { caller: { role: 'service_role' } } })
})

test('a token yields its user and expiry', async () => {
  const exp = inAMinute()
  const token = await keyring.sign({ role: 'authenticated', sub: 'anna', exp })
  expect(await checkToken(keyring, token)).toMatchObject({
    ok: true,
    identity: { expiresAt: exp, caller: { role: 'authenticated', userId: 'anna' } },
  })
})

test.each([
  ['role', { exp: 4_000_000_000 }],
  ['exp', { role: 'authenticated' }],
])('a token without %s is refused', async (_what, claims) => {
  expect(await checkToken(keyring, await keyring.sign(claims))).toMatchObject({
    problem: { code: 'InvalidJWTToken', message: 'Fields `role` and `exp` are required in JWT' },
  })
})

test.each([[5], [5000]])(
  'a token that expired %i seconds ago is refused, without the tolerance of the data API',
  async (ago) => {
    const token = await keyring.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) - ago })
    const check = await checkToken(keyring, token)
    expect(check).toMatchObject({ ok: false, problem: { code: 'InvalidJWTToken', isExpiry: true } })
    expect(!check.ok && check.problem.message).toMatch(/^Token has expired \d+ seconds ago$/)
  },
)

test('a token of another issuer and a malformed token get different errors', async () => {
  const stranger = await createKeyring(
    { keys: [{ ...key, k: Buffer.alloc(32, 2).toString('base64url') }] },
    new Uint8Array(32),
    async () => apiKeys,
  )
  const forged = await stranger.sign({ role: 'service_role', exp: inAMinute() })
  expect(await checkToken(keyring, forged)).toMatchObject({
    problem: { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' },
  })
  for (const nonsense of ['', 'hello', 'a.b.c', 'sb_secret_other']) {
    expect(await checkToken(keyring, nonsense)).toMatchObject({ ok: false })
  }
  expect(await checkToken(keyring, 'hello')).toMatchObject({
    problem: { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' },
  })
})
