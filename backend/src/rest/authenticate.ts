import type { IncomingHttpHeaders } from 'node:http'
import { anonymousCaller, bearerOf, type Caller, callerFromApiKey, callerFromBearer } from '../http/caller.ts'
import type { Keyring } from '../jwt/keyring.ts'
import { RestError } from './errors.ts'

/**
 * Who a request acts for. Authorization decides; the `apikey` header counts only without one, and only as our secret key.
 * @throws {RestError} PGRST301  @throws {TokenError}
 */
export async function authenticate(keyring: Keyring, headers: IncomingHttpHeaders): Promise<Caller> {
  // HTTP strips the space after a scheme without a token.
  const bearer = /^bearer$/i.test(headers.authorization ?? '') ? '' : bearerOf(headers)
  if (bearer !== null) {
    // Our own keys are no tokens, so they come first.
    const byKey = callerFromApiKey(keyring, bearer)
    if (byKey) return byKey
    requireThreeParts(bearer)
    return callerFromBearer(keyring, bearer)
  }
  const apiKey = headers.apikey
  return (typeof apiKey === 'string' ? callerFromApiKey(keyring, apiKey) : null) ?? anonymousCaller()
}

function requireThreeParts(token: string): void {
  const parts = token.split('.').length
  if (parts === 3) return
  const message = token === '' ? 'Empty JWT is sent in Authorization header' : `Expected 3 parts in JWT; got ${parts}`
  throw new RestError('PGRST301', message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}
