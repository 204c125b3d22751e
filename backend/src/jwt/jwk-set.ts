import type { JWK } from 'jose'

/** A JWK (RFC 7517) with the two members that our keys always have. */
export type SigningJwk = JWK & { kid: string; alg: string }
export interface JwkSet {
  readonly keys: readonly SigningJwk[]
  /**
   * By `kid`, in milliseconds: when a signing key takes effect; keys without an entry take effect immediately. Of those in effect, the last one
   * of `keys` signs. A key is published before it signs, so that caches of the key set know it by then.
   */
  readonly signFrom?: Readonly<Record<string, number>>
}

const ALGORITHMS = new Set(['ES256', 'RS256', 'EdDSA', 'HS256'])

/**
 * Parses a JSON Web Key Set (RFC 7517 section 5), or its bare array of keys, as Supabase writes it. Of several private keys the first signs.
 * @throws {Error} whose message completes the sentence "JWT_KEYS ...".
 */
export function parseJwkSet(text: string): JwkSet {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('must be a JSON Web Key Set in JSON')
  }
  const keys = Array.isArray(value) ? value : (value as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('must hold a non-empty array "keys"')
  const checked = keys.map(checkKey)
  const signing = checked.find(canSign)
  if (!signing) throw new Error('must hold a private key that may sign')
  return { keys: checked.map((key) => ({ ...key, key_ops: key === signing ? ['sign'] : ['verify'] })) }
}

/** A private key can sign; `key_ops` selects one when several are private. */
export function canSign(key: SigningJwk): boolean {
  if (key.key_ops) return key.key_ops.includes('sign')
  return key.d !== undefined || key.kty === 'oct'
}

/** Members that may be published: no private ones, and nothing of a symmetric key. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg'] as const

/** The public part of an asymmetric key. */
export function publicPart(jwk: SigningJwk): SigningJwk {
  const visible = Object.fromEntries(
    PUBLIC_MEMBERS.filter((name) => jwk[name] !== undefined).map((name) => [name, jwk[name]]),
  )
  const { kty, kid, alg } = jwk
  return { ...visible, kty, kid, alg, use: 'sig', key_ops: ['verify'] }
}

function checkKey(value: unknown): SigningJwk {
  const key = value as Partial<SigningJwk> | null
  if (typeof key !== 'object' || key === null) throw new Error('must hold objects in "keys"')
  if (typeof key.kid !== 'string') throw new Error('must give every key a "kid"')
  const alg = key.alg ?? USUAL[key.crv ?? key.kty ?? '']
  if (alg === undefined || !ALGORITHMS.has(alg)) {
    throw new Error(`must give every key an "alg" out of ${[...ALGORITHMS].join(', ')}`)
  }
  return { ...key, alg, kid: key.kid } as SigningJwk
}

/** The algorithm of a curve or kind of key, where a key does not name it. */
const USUAL: Readonly<Record<string, string>> = { 'P-256': 'ES256', Ed25519: 'EdDSA', RSA: 'RS256', oct: 'HS256' }
