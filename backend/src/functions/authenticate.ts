import type { IncomingHttpHeaders } from 'node:http'
import { anonymousCaller, bearerOf, type Caller, callerFromBearer } from '../http/caller.ts'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { TokenOveruse } from '../jwt/personal-tokens.ts'
import { FunctionError } from './errors.ts'

/** The session's token takes precedence over the key. A function open to everyone still gets the caller, if identified. */
export async function authenticate(
  keyring: Keyring,
  headers: IncomingHttpHeaders,
  isRequired: boolean,
): Promise<Caller> {
  const { apikey } = headers
  const bearer = bearerOf(headers) ?? (typeof apikey === 'string' ? apikey : null)
  if (!bearer) {
    if (isRequired) throw new FunctionError('no_authorization')
    return anonymousCaller()
  }
  try {
    const caller = await callerFromBearer(keyring, bearer)
    // No scope covers functions: applications are treated as anonymous visitors.
    return caller.claims.client_id === undefined ? caller : anonymousCaller()
  } catch (error) {
    if (error instanceof TokenOveruse) {
      throw new FunctionError('too_many_calls', { retryAfterSeconds: error.retryAfterSeconds })
    }
    if (!(error instanceof TokenError)) throw error
    if (isRequired) throw new FunctionError('unauthorized', { cause: error })
    return anonymousCaller()
  }
}
