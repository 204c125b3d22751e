import { decodeJwt } from 'jose'
import { type Caller, callerFromApiKey, callerFromBearer } from '../../http/caller.ts'
import { type Keyring, TokenError } from '../../jwt/keyring.ts'

/** A caller whose token was verified, and its expiry (seconds since 1970; null for an API key, which does not expire). */
export interface Identity {
  readonly caller: Caller
  readonly expiresAt: number | null
}

export type TokenCheck = { ok: true; identity: Identity } | { ok: false; problem: TokenProblem }

/** `code` is the name of the error in a join reply, `message` the text shown to people and in `system` events. */
export interface TokenProblem {
  readonly code: 'InvalidJWTToken' | 'MalformedJWT' | 'JwtSignatureError'
  readonly message: string
  readonly isExpiry: boolean
}

const MALFORMED: TokenProblem = {
  code: 'MalformedJWT',
  message: 'The token provided is not a valid JWT',
  isExpiry: false,
}

/** Checks an opaque API key or a token with `role` and `exp`. Unlike in the data API, expiry is exact here. */
export async function checkToken(keyring: Keyring, token: string): Promise<TokenCheck> {
  const byKey = callerFromApiKey(keyring, token)
  if (byKey) return { ok: true, identity: { caller: byKey, expiresAt: null } }
  try {
    const claims = await keyring.verify(token)
    if (typeof claims.role !== 'string' || claims.role === '' || typeof claims.exp !== 'number') {
      const message = 'Fields `role` and `exp` are required in JWT'
      return { ok: false, problem: { code: 'InvalidJWTToken', message, isExpiry: false } }
    }
    if (claims.exp <= Date.now() / 1000) return { ok: false, problem: expiredSince(claims.exp) }
    return { ok: true, identity: { caller: await callerFromBearer(keyring, token), expiresAt: claims.exp } }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    return { ok: false, problem: problemOf(error, token) }
  }
}

/** The expiry error sent to clients. @param expiresAt seconds since 1970 */
export function expiredSince(expiresAt: number): TokenProblem {
  const seconds = Math.max(0, Math.floor(Date.now() / 1000 - expiresAt))
  return { code: 'InvalidJWTToken', message: `Token has expired ${seconds} seconds ago`, isExpiry: true }
}

function problemOf(error: TokenError, token: string): TokenProblem {
  switch (error.reason) {
    case 'expired':
      // Thrown only after the signature was verified, so the token can be read.
      return expiredSince(decodeJwt(token).exp ?? 0)
    case 'signature':
      return { code: 'JwtSignatureError', message: 'Failed to validate JWT signature', isExpiry: false }
    case 'not_yet_valid':
    case 'issued_in_future':
    case 'claims':
      return { code: 'InvalidJWTToken', message: error.message, isExpiry: false }
    case 'malformed':
      return MALFORMED
  }
}
