import { exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { publicPart, type SigningJwk } from './jwk-set.ts'
import { ownTokens } from './own-tokens.ts'

async function makeKey(alg: string, kid = 'k1'): Promise<SigningJwk> {
  if (alg === 'HS256') return { kty: 'oct', k: Buffer.alloc(32, kid).toString('base64url'), alg, kid }
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, kid }
}

/** Another letter in the middle of one of the three parts. */
function altered(token: string, part: 0 | 1 | 2): string {
  return token
    .split('.')
    .map((text, n) => (n === part ? text.slice(0, 9) + (text[9] === 'A' ? 'B' : 'A') + text.slice(10) : text))
    .join('.')
}

describe.each(['ES256', 'RS256', 'EdDSA', 'HS256'])('a token signed with %s', (alg) => {
  test('is what jose takes for one as well', async () => {
    const jwk = await makeKey(alg)
    const token = await ownTokens(jwk).sign({ sub: 'anna', city: 'Évora' })
    const key = await importJWK(alg === 'HS256' ? jwk : publicPart(jwk), alg)

    const { payload, protectedHeader } = await jwtVerify(token, key)
    expect(payload).toEqual({ sub: 'anna', city: 'Évora' })
    expect(protectedHeader).toEqual({ alg, typ: 'JWT', kid: 'k1' })
  })

  test('is genuine as it is, and not with another letter, another key or another header', async () => {
    const [jwk, other] = await Promise.all([makeKey(alg), makeKey(alg)])
    const tokens = ownTokens(jwk)
    const token = await tokens.sign({ sub: 'anna' })
    const stranger = alg === 'HS256' ? { ...other, k: Buffer.alloc(32, 'other').toString('base64url') } : other

    expect(tokens.isGenuine(token)).toBe(true)
    expect(tokens.isGenuine(altered(token, 1))).toBe(false)
    expect(tokens.isGenuine(altered(token, 2))).toBe(false)
    expect(tokens.isGenuine(await ownTokens(stranger).sign({ sub: 'anna' }))).toBe(false)
    expect(tokens.isGenuine(altered(token, 0))).toBeNull()
    expect(tokens.isGenuine(await ownTokens({ ...jwk, kid: 'k2' }).sign({ sub: 'anna' }))).toBeNull()
    expect([`${token}=`, `${token}.`, token.slice(0, -60), `${token} `].map(tokens.isGenuine)).not.toContain(true)
  })
})

test.each(['ES256', 'RS256', 'EdDSA'])('the public part of a key for %s checks, and cannot sign', async (alg) => {
  const jwk = await makeKey(alg)
  const visible = ownTokens(publicPart(jwk))

  expect(visible.isGenuine(await ownTokens(jwk).sign({ sub: 'anna' }))).toBe(true)
  await expect(visible.sign({ sub: 'eve' })).rejects.toThrow('The key k1 cannot sign.')
})
