import type { IncomingHttpHeaders } from 'node:http'
import type { RestConfig } from '../config/rest.ts'
import { anonymousCaller, bearerOf, type Caller, callerFromApiKey, callerFromBearer } from '../http/caller.ts'
import type { Keyring } from '../jwt/keyring.ts'
import { isPersonalToken } from '../jwt/personal-token.ts'
import { RestError } from './errors.ts'

/**
 * Finds the caller of a request. Authorization takes precedence; without it, `apikey` counts only as our secret key or a personal token.
 * Tokens must be for the configured audience, if they name one.
 * @throws {RestError} PGRST301, PGRST302, PGRST303  @throws {TokenError}  @throws {TokenOveruse}
 */
export async function authenticate(
  keyring: Keyring,
  headers: IncomingHttpHeaders,
  { jwtAudience, jwtRoleClaim, visitors }: Pick<RestConfig, 'jwtAudience' | 'jwtRoleClaim' | 'visitors'>,
): Promise<Caller> {
  // HTTP strips the space after a scheme without a token.
  const bearer = /^bearer$/i.test(headers.authorization ?? '') ? '' : bearerOf(headers)
  if (bearer !== null) {
    // Our own keys aren't tokens, so they are checked first.
    const byKey = callerFromApiKey(keyring, bearer)
    if (byKey) return byKey
    if (isPersonalToken(bearer)) return callerFromBearer(keyring, bearer)
    requireThreeParts(bearer)
    const caller = await callerFromBearer(keyring, bearer)
    if (jwtAudience !== null) requireAudience(caller, jwtAudience)
    return isDefaultClaim(jwtRoleClaim) ? caller : inRoleOf(jwtRoleClaim, caller)
  }
  const apiKey = headers.apikey
  if (typeof apiKey === 'string') {
    const byKey = callerFromApiKey(keyring, apiKey)
    if (byKey) return byKey
    if (isPersonalToken(apiKey)) return callerFromBearer(keyring, apiKey)
  }
  if (visitors) return anonymousCaller()
  throw new RestError('PGRST302', 'Anonymous access is disabled', { headers: { 'WWW-Authenticate': 'Bearer' } })
}

function requireThreeParts(token: string): void {
  const [first, last] = [token.indexOf('.'), token.lastIndexOf('.')]
  if (first !== last && token.indexOf('.', first + 1) === last) return
  const parts = token.split('.').length
  const message = token === '' ? 'Empty JWT is sent in Authorization header' : `Expected 3 parts in JWT; got ${parts}`
  throw invalidToken('PGRST301', message)
}

function requireAudience({ claims: { aud } }: Caller, audience: string): void {
  if (aud === undefined || aud === null || aud === audience) return
  if (Array.isArray(aud) && (aud.length === 0 || aud.includes(audience))) return
  throw invalidToken('PGRST303', 'JWT not in audience')
}

function isDefaultClaim(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'role'
}

/** The same caller with the role from another claim; without that claim it is a visitor. */
function inRoleOf(path: readonly string[], caller: Caller): Caller {
  let found: unknown = caller.claims
  for (const name of path) {
    const isObject = typeof found === 'object' && found !== null && Object.hasOwn(found, name)
    found = isObject ? (found as Record<string, unknown>)[name] : null
  }
  const role = typeof found === 'string' && found !== '' ? found : 'anon'
  const claims = { ...caller.claims, role }
  return { ...caller, role, claims, claimsJson: JSON.stringify(claims) }
}

function invalidToken(code: 'PGRST301' | 'PGRST303', message: string): RestError {
  const challenge = `Bearer error="invalid_token", error_description="${message}"`
  return new RestError(code, message, { headers: { 'WWW-Authenticate': challenge } })
}
