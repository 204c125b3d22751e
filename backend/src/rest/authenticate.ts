import type { IncomingHttpHeaders } from 'node:http'
import { anonymousCaller, bearerOf, type Caller, callerFromApiKey, callerFromBearer } from '../http/caller.ts'
import type { Keyring } from '../jwt/keyring.ts'
import { RestError } from './errors.ts'

/**
 * Who a request acts for. Authorization decides; the `apikey` header counts only without one, and only as our secret key.
 * @param audience  whom tokens must be for; one that names nobody is for everybody
 * @throws {RestError} PGRST301, PGRST303  @throws {TokenError}
 */
export async function authenticate(
  keyring: Keyring,
  headers: IncomingHttpHeaders,
  audience: string | null,
): Promise<Caller> {
  // HTTP strips the space after a scheme without a token.
  const bearer = /^bearer$/i.test(headers.authorization ?? '') ? '' : bearerOf(headers)
  if (bearer !== null) {
    // Our own keys are no tokens, so they come first.
    const byKey = callerFromApiKey(keyring, bearer)
    if (byKey) return byKey
    requireThreeParts(bearer)
    const caller = await callerFromBearer(keyring, bearer)
    if (audience !== null) requireAudience(caller, audience)
    return caller
  }
  const apiKey = headers.apikey
  return (typeof apiKey === 'string' ? callerFromApiKey(keyring, apiKey) : null) ?? anonymousCaller()
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

function invalidToken(code: 'PGRST301' | 'PGRST303', message: string): RestError {
  const challenge = `Bearer error="invalid_token", error_description="${message}"`
  return new RestError(code, message, { headers: { 'WWW-Authenticate': challenge } })
}
