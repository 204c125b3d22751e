import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Config, loadConfig } from '../config/config.ts'
import { openKeyring } from './installation.ts'
import { parseJwkSet } from './jwk-set.ts'
import { forgetKey, nextKeySet, PUBLISHED_BEFORE_SIGNING_MS, rotateKeys } from './rotate.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-keys-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(dataDir, { recursive: true, force: true })
})

const configured = (environment: Record<string, string> = {}): Config =>
  loadConfig({ DATA_DIR: dataDir, ...environment })
const kidOf = (token: string) => decodeProtectedHeader(token).kid

test('a new key is published immediately, and signs after all caches have expired', async () => {
  const config = configured()
  const before = await (await openKeyring(config)).sign({ role: 'anon' })
  const { kid, published } = await rotateKeys(config, { alg: 'RS256', now: false })
  expect(published).toEqual([kidOf(before), kid])

  const keyring = await openKeyring(config)
  expect(kidOf(await keyring.sign({ role: 'anon' }))).toBe(kidOf(before))
  vi.useFakeTimers({ now: Date.now() + PUBLISHED_BEFORE_SIGNING_MS + 1, toFake: ['Date'] })
  const after = await keyring.sign({ role: 'anon' })
  expect(decodeProtectedHeader(after)).toMatchObject({ kid, alg: 'RS256' })
  expect(await keyring.verify(after)).toEqual({ role: 'anon' })
  expect(await keyring.verify(before)).toEqual({ role: 'anon' })
})

test('a running server accepts a token of a key that another process has just rotated in', async () => {
  const config = configured()
  const running = await openKeyring(config)
  await rotateKeys(config, { alg: 'ES256', now: true })
  const other = await openKeyring(config)
  expect(await running.verify(await other.sign({ role: 'anon' }))).toEqual({ role: 'anon' })
})

test('a signing key cannot be removed, and a removed one no longer verifies', async () => {
  const config = configured()
  const old = await openKeyring(config)
  const token = await old.sign({ role: 'anon' })
  const oldKid = String(kidOf(token))
  await expect(forgetKey(config, oldKid)).rejects.toThrow('signs: rotate to another one first')
  await expect(forgetKey(config, 'unheard-of')).rejects.toThrow('There is no key')
  const { kid } = await rotateKeys(config, { alg: 'ES256', now: true })
  expect(await forgetKey(config, oldKid)).toEqual({ published: [kid] })
  await expect((await openKeyring(config)).verify(token)).rejects.toMatchObject({ reason: 'signature' })
})

test('a project with a shared secret migrates to its own keys, and the secret still verifies', async () => {
  const config = configured({ JWT_SECRET: 'x'.repeat(32) })
  const token = await (await openKeyring(config)).sign({ role: 'anon' })
  expect(decodeProtectedHeader(token).alg).toBe('HS256')
  await rotateKeys(config, { alg: 'ES256', now: true })
  const keyring = await openKeyring(config)
  expect(decodeProtectedHeader(await keyring.sign({})).alg).toBe('ES256')
  expect(await keyring.verify(token)).toEqual({ role: 'anon' })
})

test('keys in the environment are changed there: the next set signs with a new key and verifies with the previous ones', async () => {
  const first = await nextKeySet({ keys: [] }, 'ES256')
  const second = await nextKeySet(first, 'RS256')
  expect(parseJwkSet(JSON.stringify(second)).keys.map(({ alg, d }) => [alg, d !== undefined])).toEqual([
    ['RS256', true],
    ['ES256', false],
  ])
  const config = configured({ JWT_KEYS: JSON.stringify(second), JWT_SECRET: 'x'.repeat(32) })
  await expect(rotateKeys(config, { alg: 'ES256', now: true })).rejects.toThrow('JWT_KEYS')
  const keyring = await openKeyring(config)
  const earlier = await (await openKeyring(configured({ JWT_KEYS: JSON.stringify(first) }))).sign({ role: 'anon' })
  const oldest = await (await openKeyring(configured({ JWT_SECRET: 'x'.repeat(32) }))).sign({ role: 'anon' })
  for (const token of [earlier, oldest, await keyring.sign({ role: 'anon' })]) {
    expect(await keyring.verify(token)).toEqual({ role: 'anon' })
  }
})

test('user tokens must have an audience of JWT_AUDIENCE', async () => {
  const keyring = await openKeyring(configured({ JWT_AUDIENCE: 'authenticated, partners' }))
  const believed = async (claims: Record<string, unknown>) =>
    keyring.verify(await keyring.sign(claims)).then(
      () => true,
      () => false,
    )
  expect(await believed({ sub: 'anna', aud: 'partners' })).toBe(true)
  expect(await believed({ sub: 'anna', aud: ['x', 'authenticated'] })).toBe(true)
  expect(await believed({ sub: 'anna' })).toBe(true)
  expect(await believed({ sub: 'anna', aud: 'strangers' })).toBe(false)
  expect(await believed({ role: 'anon', aud: 'strangers' })).toBe(true)
})
