import type { FastifyRequest } from 'fastify'
import { bearerOf, type Caller, callerFromBearer } from '../http/caller.ts'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { TokenOveruse } from '../jwt/personal-tokens.ts'
import { StorageError } from './errors.ts'

/**
 * Authenticates the caller of a route that requires an Authorization header. An API key in `apikey` alone counts too, as behind the usual
 * gateway, which copies it over.
 * @throws {StorageError} bad_token, role_required or too_busy
 */
export async function requireCaller(keyring: Keyring, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerOf(request.headers) ?? apiKeyOf(request)
  if (bearer === null || bearer === '') throw new StorageError('bad_token')
  try {
    const caller = await callerFromBearer(keyring, bearer)
    if (caller.readOnly && !isReading(request)) throw new StorageError('role_required', 'This token may only read.')
    return caller
  } catch (error) {
    if (error instanceof TokenOveruse) throw new StorageError('too_busy', error.message, { cause: error })
    if (error instanceof TokenError) throw new StorageError('bad_token', reasonText(error), { cause: error })
    throw error
  }
}

/** True for callers who are not signed in: the publishable key is public. */
export function isVisitor({ role, userId }: Caller): boolean {
  return userId === null && role === 'anon'
}

/** The caller of a route open to everyone: null without a valid token. */
export async function optionalCaller(keyring: Keyring, request: FastifyRequest): Promise<Caller | null> {
  try {
    return await requireCaller(keyring, request)
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}

/** POST routes that only read: lists and signed URLs. */
const READING_BY_POST = /\/object\/(?:list|list-v2|sign)\/:bucket(?:\/\*)?$/

function isReading({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && READING_BY_POST.test(routeOptions.url ?? ''))
}

function apiKeyOf(request: FastifyRequest): string | null {
  const { apikey } = request.headers
  return typeof apikey === 'string' ? apikey : null
}

/** The wording that clients of the protocol know. */
function reasonText(error: TokenError): string {
  if (error.reason === 'expired') return '"exp" claim timestamp check failed'
  if (error.reason === 'not_yet_valid') return '"nbf" claim timestamp check failed'
  if (error.reason === 'issued_in_future') return '"iat" claim timestamp check failed'
  return error.message
}
