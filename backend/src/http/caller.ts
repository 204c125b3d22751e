import type { IncomingHttpHeaders } from 'node:http'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { isForReadingOnly } from '../jwt/token-rights.ts'

/** The identity a request runs as, in PostgreSQL's terms. */
export interface Caller {
  /** Database role: anon, authenticated, service_role or a role named by one of our tokens. */
  readonly role: string
  /** The token's `sub`; null for API keys. */
  readonly userId: string | null
  readonly claims: Readonly<Record<string, unknown>>
  /** `claims` serialised once, for the setting request.jwt.claims. */
  readonly claimsJson: string
  readonly token: string | null
  /** True for read-only personal tokens and applications: every request runs in a read-only transaction. */
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
 * Resolves a bearer value to a caller: API keys are checked first because they are not JWTs, then our own tokens.
 * Without a bearer the caller is anonymous.
 * @throws {TokenError} when the value is neither one of our API keys nor a valid token.
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

/** The caller that an opaque API key of this installation represents, or null. */
export function callerFromApiKey(keyring: Keyring, key: string): Caller | null {
  if (key === keyring.apiKeys.publishableKey) return ANONYMOUS
  if (key === keyring.apiKeys.secretKey) return SERVICE
  return null
}

// The keyring returns the same claims object for a cached token, so the caller is built only once as well.
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
