import type { IncomingHttpHeaders } from 'node:http'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { isForReadingOnly } from '../jwt/token-rights.ts'

/** Who a request acts for, as PostgreSQL will see it. */
export interface Caller {
  /** The database role: anon, authenticated, service_role or a role that a token of ours names. */
  readonly role: string
  /** The token's `sub`; null for API keys. */
  readonly userId: string | null
  readonly claims: Readonly<Record<string, unknown>>
  /** `claims` as JSON, made once: it becomes the setting request.jwt.claims. */
  readonly claimsJson: string
  readonly token: string | null
  /** True for a personal token or an application that may only read: whatever it asks runs in a read-only transaction. */
  readonly readOnly: boolean
}

const ANONYMOUS: Caller = keyCaller('anon')
const SERVICE: Caller = keyCaller('service_role')

export function anonymousCaller(): Caller {
  return ANONYMOUS
}

export function serviceCaller(): Caller {
  return SERVICE
}

/** The token of an `Authorization: Bearer` header; the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerOf(headers: IncomingHttpHeaders): string | null {
  const value = headers.authorization
  if (value === undefined || value.length < 7 || value.slice(0, 7).toLowerCase() !== 'bearer ') return null
  return value.slice(7).trim()
}

/**
 * Turns a bearer value into a caller: our own API keys first, they are no JWTs; then a token of ours.
 * No bearer is the anonymous caller.
 * @throws {TokenError} when the value is neither a key of ours nor a valid token.
 */
export async function callerFromBearer(keyring: Keyring, bearer: string | null): Promise<Caller> {
  if (bearer === null) return ANONYMOUS
  const byKey = callerFromApiKey(keyring, bearer)
  if (byKey) return byKey
  const claims = await keyring.verify(bearer)
  const known = callersByClaims.get(claims)
  if (known) return known
  const caller = callerOf(claims, bearer)
  callersByClaims.set(claims, caller)
  return caller
}

/** The caller that one of this installation's opaque API keys stands for, or null. */
export function callerFromApiKey(keyring: Keyring, key: string): Caller | null {
  if (key === keyring.apiKeys.publishableKey) return ANONYMOUS
  if (key === keyring.apiKeys.secretKey) return SERVICE
  return null
}

// The keyring hands out the same claims object for the same cached token, so its caller is made once as well.
const callersByClaims = new WeakMap<object, Caller>()

function callerOf(claims: Readonly<Record<string, unknown>>, token: string): Caller {
  const role = claims.role === undefined || claims.role === null || claims.role === '' ? 'anon' : claims.role
  if (typeof role !== 'string') throw new TokenError('claims', 'The role claim must be a string')
  const effective = { ...claims, role }
  return {
    role,
    userId: typeof claims.sub === 'string' ? claims.sub : null,
    claims: effective,
    claimsJson: JSON.stringify(effective),
    token,
    readOnly: isForReadingOnly(claims),
  }
}

function keyCaller(role: 'anon' | 'service_role'): Caller {
  const claims = Object.freeze({ role })
  return Object.freeze({ role, userId: null, claims, claimsJson: JSON.stringify(claims), token: null, readOnly: false })
}
