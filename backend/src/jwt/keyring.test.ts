import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { parseJwkSet, type SigningJwk } from './jwk-set.ts'
import { createKeyring, type Keyring, TokenError } from './keyring.ts'

const NO_KEYS = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: 'a', serviceRoleKey: 's' }

async function es256(kid: string): Promise<SigningJwk> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', kid, key_ops: ['sign'] }
}

async function aKeyring(): Promise<Keyring> {
  return createKeyring({ keys: [await es256('k1')] }, new Uint8Array(32), async () => NO_KEYS)
}

const now = () => Math.floor(Date.now() / 1000)

test('a token signed by the keyring verifies, also from the cache', async () => {
  const keyring = await aKeyring()
  const token = await keyring.sign({ sub: 'anna', exp: now() + 60 })

  expect(await keyring.verify(token)).toMatchObject({ sub: 'anna' })
  expect(await keyring.verify(token)).toMatchObject({ sub: 'anna' })
})

test('a token of another installation is refused', async () => {
  const [ours, theirs] = await Promise.all([aKeyring(), aKeyring()])

  await expect(ours.verify(await theirs.sign({ sub: 'anna' }))).rejects.toMatchObject({ reason: 'signature' })
})

test('an expired token is refused although its signature is cached', async () => {
  const keyring = await aKeyring()
  const token = await keyring.sign({ sub: 'anna', exp: now() - 120 })

  await expect(keyring.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  await expect(keyring.verify(token)).rejects.toMatchObject({ reason: 'expired' })
})

test('the public key cannot be used as an HMAC secret, and "none" is no algorithm', async () => {
  const keyring = await aKeyring()
  const [publicKey] = keyring.publicJwks().keys
  const forged = await new SignJWT({ sub: 'eve', role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(new TextEncoder().encode(JSON.stringify(publicKey)))
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"eve"}').toString('base64url')}.`

  await expect(keyring.verify(forged)).rejects.toBeInstanceOf(TokenError)
  await expect(keyring.verify(unsigned)).rejects.toBeInstanceOf(TokenError)
})

test('a token without a kid is checked against every key of its algorithm', async () => {
  const secret = (kid: string, k: string): SigningJwk => ({ kty: 'oct', k, alg: 'HS256', kid, key_ops: ['verify'] })
  const older = secret('older', 'b2xkZXItb2xkZXItb2xkZXItb2xkZXItMTIzNDU2Nzg')
  const newer = secret('newer', 'bmV3ZXItbmV3ZXItbmV3ZXItbmV3ZXItMTIzNDU2Nzg')
  const keyring = await createKeyring(
    { keys: [await es256('k1'), older, newer] },
    new Uint8Array(32),
    async () => NO_KEYS,
  )
  const signed = (key: SigningJwk, kid?: string) =>
    new SignJWT({ sub: 'anna' })
      .setProtectedHeader({ alg: 'HS256', ...(kid === undefined ? {} : { kid }) })
      .sign(Buffer.from(key.k ?? '', 'base64url'))

  for (const key of [older, newer]) expect(await keyring.verify(await signed(key))).toEqual({ sub: 'anna' })
  await expect(keyring.verify(await signed(newer, 'older'))).rejects.toMatchObject({ reason: 'signature' })
  const stranger = secret('x', 'eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4')
  await expect(keyring.verify(await signed(stranger))).rejects.toMatchObject({ reason: 'signature' })
})

test('claims of the wrong type are refused by name', async () => {
  const keyring = await aKeyring()
  const message = async (claims: Record<string, unknown>) =>
    keyring.verify(await keyring.sign(claims)).then(
      () => null,
      (error: TokenError) => `${error.reason}: ${error.message}`,
    )

  expect(await message({ exp: 'soon' })).toBe("claims: The JWT 'exp' claim must be a number")
  expect(await message({ iat: '1' })).toBe("claims: The JWT 'iat' claim must be a number")
  expect(await message({ aud: 5 })).toBe("claims: The JWT 'aud' claim must be a string or an array of strings")
  expect(await message({ aud: ['a', 5] })).toBe("claims: The JWT 'aud' claim must be a string or an array of strings")
  expect(await message({ aud: ['a'], exp: now() + 60 })).toBeNull()
})

test('the published set has no private member and no symmetric key', async () => {
  const secret: SigningJwk = {
    kty: 'oct',
    k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMw',
    alg: 'HS256',
    kid: 'old',
    key_ops: ['verify'],
  }
  const keyring = await createKeyring({ keys: [await es256('k1'), secret] }, new Uint8Array(32), async () => NO_KEYS)

  const published = keyring.publicJwks().keys
  expect(published).toHaveLength(1)
  expect(Object.keys(published[0] ?? {})).not.toContain('d')
})

test('secrets for two purposes are independent', async () => {
  const keyring = await aKeyring()

  expect(keyring.deriveSecret('a')).not.toEqual(keyring.deriveSecret('b'))
  expect(keyring.deriveSecret('a')).toEqual(keyring.deriveSecret('a'))
})

test('the first private key of a set signs, also if the set is a bare array of signing and verifying keys', async () => {
  const [one, two] = await Promise.all([es256('1'), es256('2')])
  const { alg: _, ...unnamed } = { ...one, use: 'sig', key_ops: ['sign', 'verify'], ext: true }
  const set = parseJwkSet(JSON.stringify([unnamed, two]))

  expect(set.keys.map(({ kid, alg, key_ops }) => [kid, alg, key_ops])).toEqual([
    ['1', 'ES256', ['sign']],
    ['2', 'ES256', ['verify']],
  ])
  const keyring = await createKeyring(set, new Uint8Array(32), async () => NO_KEYS)
  const token = await keyring.sign({ sub: 'anna', aud: 'authenticated' })
  expect(await keyring.verify(token)).toMatchObject({ sub: 'anna' })
  const { d: _d, ...visible } = one
  expect(() => parseJwkSet(JSON.stringify([{ ...visible, key_ops: ['verify'] }]))).toThrow('may sign')
  expect(() => parseJwkSet('not json')).toThrow('JSON Web Key Set')
  expect(parseJwkSet(JSON.stringify({ keys: [one] })).keys).toHaveLength(1)
})
