import type { FastifyRequest } from 'fastify'
import { bearerOf, type Caller, callerFromBearer } from '../http/caller.ts'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { StorageError } from './errors.ts'

/**
 * The caller of a route that demands an Authorization header. An API key in `apikey` alone counts as one,
 * as it does behind the usual gateway, which copies it over.
 * @throws {StorageError} bad_token
 */
export async function requireCaller(keyring: Keyring, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerOf(request.headers) ?? apiKeyOf(request)
  if (bearer === null || bearer === '') throw new StorageError('bad_token')
  try {
    return await callerFromBearer(keyring, bearer)
  } catch (error) {
    if (error instanceof TokenError) throw new StorageError('bad_token', reasonText(error), { cause: error })
    throw error
  }
}

/** The caller of a route that anyone may try: null when there is no valid token. */
export async function optionalCaller(keyring: Keyring, request: FastifyRequest): Promise<Caller | null> {
  try {
    return await requireCaller(keyring, request)
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}

function apiKeyOf(request: FastifyRequest): string | null {
  const { apikey } = request.headers
  return typeof apikey === 'string' ? apikey : null
}

/** The words that clients of the protocol know. */
function reasonText(error: TokenError): string {
  if (error.reason === 'expired') return '"exp" claim timestamp check failed'
  if (error.reason === 'not_yet_valid') return '"nbf" claim timestamp check failed'
  if (error.reason === 'issued_in_future') return '"iat" claim timestamp check failed'
  return error.message
}
