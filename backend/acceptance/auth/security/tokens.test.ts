import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSecrets } from '../../../src/database/secret-file.ts'
import { KEYS_FILE, type Secrets } from '../../../src/jwt/installation.ts'
import { rotateKeys } from '../../../src/jwt/rotate.ts'
import { fixtureFunctions } from '../../fixture-functions.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { freshEmail, PASSWORD } from '../wire.ts'
import { everyService, type ServiceCall } from './every-service.ts'

// A separate server that was migrated from a shared secret to its own keys: it accepts three kinds of tokens, and this test has all of
// their keys.
const SECRET = 'a-secret-of-a-project-that-was-there-before'
let server: OwnServer
let services: readonly ServiceCall[]
let anna: SupabaseClient
/** Signed with the shared secret, before the migration. */
let oldToken: string

beforeAll(async () => {
  server = await startOwnServer({ JWT_SECRET: SECRET }, { functions: fixtureFunctions })
  services = everyService(server.url, server.backend.keyring.apiKeys.publishableKey)
  anna = visitor()
  const { data } = await anna.auth.signUp({ email: freshEmail('anna'), password: PASSWORD })
  oldToken = data.session?.access_token ?? ''
})
afterAll(() => server.close())

function visitor(): SupabaseClient {
  return createClient(server.url, server.backend.keyring.apiKeys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function servicesAccepting(token: string): Promise<string[]> {
  const answers = await Promise.all(services.map(async (one) => ((await one.believes(token)) ? one.service : null)))
  return answers.filter((service) => service !== null)
}

const allServices = () => services.map(({ service }) => service)
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as JWK
const publishedKeys = async () => {
  const answer = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
  return ((await answer.json()) as { keys: (JWK & { kid: string })[] }).keys
}

/** Rotates the signing key at run time, and waits until it is published. */
async function rotate(alg: 'RS256' | 'ES256'): Promise<string> {
  const { kid } = await rotateKeys(server.config, { alg, now: true })
  await vi.waitFor(async () => expect((await publishedKeys()).map((key) => key.kid)).toContain(kid), {
    timeout: 15_000,
    interval: 100,
  })
  return kid
}

test('keys can be rotated at run time without signing anyone out', async () => {
  expect(headerOf(oldToken)).toMatchObject({ alg: 'HS256' })
  expect(await publishedKeys()).toEqual([])
  expect(await servicesAccepting(oldToken)).toEqual(allServices())

  const rsa = await rotate('RS256')
  const { data } = await anna.auth.refreshSession()
  const rsaToken = data.session?.access_token ?? ''
  expect(headerOf(rsaToken)).toEqual({ alg: 'RS256', typ: 'JWT', kid: rsa })

  // A key is published before it signs, so that caches know it by then.
  const { kid: later } = await rotateKeys(server.config, { alg: 'ES256', now: false })
  const ec = await rotate('ES256')
  await anna.auth.refreshSession()
  const { data: claims } = await anna.auth.getClaims()
  expect(claims?.header).toMatchObject({ alg: 'ES256', kid: ec })
  expect((await publishedKeys()).map(({ kid, alg }) => [kid, alg])).toEqual([
    [rsa, 'RS256'],
    [later, 'ES256'],
    [ec, 'ES256'],
  ])
  for (const key of await publishedKeys()) expect(Object.keys(key).filter((name) => 'dpqk'.includes(name))).toEqual([])
  for (const token of [oldToken, rsaToken]) expect(await servicesAccepting(token)).toEqual(allServices())
  expect((await anna.auth.getUser()).error).toBeNull()
}, 60_000)

interface Held {
  readonly token: string
  readonly claims: Record<string, unknown>
  readonly kid: string
  readonly key: JWK
}

/** Anna's current token, decoded, and the private key that signed it. */
async function held(): Promise<Held> {
  const { data } = await anna.auth.getSession()
  const token = data.session?.access_token ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const kid = String(headerOf(token).kid)
  const secrets = await readSecrets<Secrets>(server.config.dataDir, KEYS_FILE)
  const key = secrets?.rotations?.find((rotation) => rotation.key.kid === kid)?.key
  if (!key) throw new Error('the key that signs is not where it should be')
  return { token, claims, kid, key }
}

async function signed({ key, kid }: Held, claims: Record<string, unknown>, header: object = {}): Promise<string> {
  const alg = String(key.alg)
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
    .sign(await importJWK(key, alg), { crit: { souk: true } })
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (text: string, secret: string | Buffer) => createHmac('sha256', secret).update(text).digest('base64url')
const now = () => Math.floor(Date.now() / 1000)

test('a valid token is accepted by every service, which the refusals below depend on', async () => {
  const mine = await held()
  expect(await servicesAccepting(await signed(mine, mine.claims))).toEqual(allServices())
  const body = `${encoded({ alg: 'HS256' })}.${encoded(mine.claims)}`
  expect(await servicesAccepting(`${body}.${hmac(body, SECRET)}`)).toEqual(allServices())
})

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })

test.concurrent.each<[what: string, forge: (mine: Held) => Promise<string> | string]>([
  ['without a signature (alg none)', ({ claims }) => `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`],
  ['alg none in other letters', ({ claims }) => `${encoded({ alg: 'nOnE', typ: 'JWT' })}.${encoded(claims)}.`],
  [
    'with alg none and the signature of a valid token',
    ({ token, claims, kid }) => `${encoded({ alg: 'none', kid })}.${encoded(claims)}.${token.split('.')[2]}`,
  ],
  ['whose signature was cut off', ({ token }) => `${token.split('.').slice(0, 2).join('.')}.`],
  [
    'whose claims were changed under a valid signature',
    ({ token, claims }) => {
      const [header, , signature] = token.split('.')
      return `${header}.${encoded({ ...claims, role: 'service_role' })}.${signature}`
    },
  ],
  [
    'signed as HMAC with the public key (wrong key type)',
    ({ claims, kid, key: { d: _private, ...publicKey } }) => {
      const body = `${encoded({ alg: 'HS256', kid })}.${encoded(claims)}`
      return `${body}.${hmac(body, JSON.stringify({ ...publicKey, use: 'sig', key_ops: ['verify'] }))}`
    },
  ],
  [
    'signed with the shared secret under the name of another key',
    ({ claims, kid }) => {
      const body = `${encoded({ alg: 'HS256', kid })}.${encoded(claims)}`
      return `${body}.${hmac(body, SECRET)}`
    },
  ],
  [
    'that names a file as its key (kid injection)',
    (mine) => signed(mine, mine.claims, { kid: '../../../../dev/null' }),
  ],
  [
    'that names an empty file as its key, signed with an empty key',
    ({ claims }) => {
      const body = `${encoded({ alg: 'HS256', kid: '/dev/null' })}.${encoded(claims)}`
      return `${body}.${hmac(body, Buffer.alloc(0))}`
    },
  ],
  ['whose kid is SQL', (mine) => signed(mine, mine.claims, { kid: "' union select 'secret' --" })],
  ['with an unknown kid', (mine) => signed(mine, mine.claims, { kid: 'unheard-of' })],
  [
    'that contains its own key (jwk) or the URL of one (jku, x5u)',
    ({ claims }) => {
      const jwk = foreign.publicKey.export({ format: 'jwk' })
      const header = { alg: 'ES256', jwk, jku: `${server.url}/keys.json`, x5u: `${server.url}/cert.pem` }
      return new SignJWT(claims).setProtectedHeader(header).sign(foreign.privateKey)
    },
  ],
  [
    'signed by a stranger under the name of our key',
    ({ claims, kid }) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(foreign.privateKey),
  ],
  ['that has expired', (mine) => signed(mine, { ...mine.claims, iat: now() - 7200, exp: now() - 3600 })],
  ['with an invalid exp', (mine) => signed(mine, { ...mine.claims, exp: 'never' })],
  ['that is not valid yet (nbf)', (mine) => signed(mine, { ...mine.claims, nbf: now() + 3600 })],
  ['from the future', (mine) => signed(mine, { ...mine.claims, iat: now() + 3600 })],
  ['for another audience', (mine) => signed(mine, { ...mine.claims, aud: 'another-app' })],
  ['for several others', (mine) => signed(mine, { ...mine.claims, aud: ['one', 'two'] })],
  ['with an audience that is an object', (mine) => signed(mine, { ...mine.claims, aud: { authenticated: true } })],
  ['with an unknown critical header (crit)', (mine) => signed(mine, mine.claims, { crit: ['souk'], souk: 1 })],
  ['of five parts (encrypted)', ({ token }) => `${token}.x.y`],
])('a token %s is refused by every service', async (_what, forge) => {
  expect(await servicesAccepting(await forge(await held()))).toEqual([])
})

test('an account of another audience is not found by a token, and a request for another one is refused', async () => {
  const mine = await held()
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.url}/auth/v1/user`, { headers: { authorization: `Bearer ${mine.token}`, ...headers } })
  expect((await ask({ 'x-jwt-aud': 'authenticated' })).status).toBe(200)
  const other = await ask({ 'x-jwt-aud': 'another-app' })
  expect(await other.json()).toMatchObject({ msg: "Token audience doesn't match request audience" })
  await server.backend.database.admin`update auth.users set aud = 'another-app' where id = ${String(mine.claims.sub)}`
  const moved = await ask({})
  await server.backend.database.admin`update auth.users set aud = 'authenticated' where id = ${String(mine.claims.sub)}`
  expect([moved.status, await moved.json()]).toMatchObject([403, { error_code: 'user_not_found' }])
})
