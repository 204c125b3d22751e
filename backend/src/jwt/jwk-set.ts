import type { JWK } from 'jose'

/** A JWK as RFC 7517 has it, with the two members that every key of ours must carry. */
export type SigningJwk = JWK & { kid: string; alg: string }
export interface JwkSet {
  readonly keys: readonly SigningJwk[]
  /**
   * By `kid`, in milliseconds: when a key that can sign begins to; without an entry, from the start. Of those that have begun
   * the last one of `keys` signs. A key is published before it signs, so that whoever keeps the published set knows it by then.
   */
  readonly signFrom?: Readonly<Record<string, number>>
}

const ALGORITHMS = new Set(['ES256', 'RS256', 'EdDSA', 'HS256'])

/**
 * Parses a JSON Web Key Set (RFC 7517 section 5) in which exactly one key signs.
 * @throws {Error} whose message completes the sentence "JWT_KEYS ...".
 */
export function parseJwkSet(text: string): JwkSet {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('must be a JSON Web Key Set in JSON')
  }
  const keys = (value as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('must hold a non-empty array "keys"')
  const checked = keys.map(checkKey)
  const signing = checked.filter(canSign)
  if (signing.length !== 1)
    throw new Error(`must hold exactly one private key with key_ops "sign", not ${signing.length}`)
  return { keys: checked }
}

/** The key that signs new tokens is the private one; `key_ops` says so when several are private. */
export function canSign(key: SigningJwk): boolean {
  if (key.key_ops) return key.key_ops.includes('sign')
  return key.d !== undefined || key.kty === 'oct'
}

/** What may be shown: never a private member, and nothing of a symmetric key. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg'] as const

/** The part of an asymmetric key that verifies. */
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
  if (typeof key.alg !== 'string' || !ALGORITHMS.has(key.alg)) {
    throw new Error(`must give every key an "alg" out of ${[...ALGORITHMS].join(', ')}`)
  }
  return key as SigningJwk
}
