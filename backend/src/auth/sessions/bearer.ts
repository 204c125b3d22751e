import type { FastifyRequest } from 'fastify'
import { bearerOf, type Caller, callerFromBearer } from '../../http/caller.ts'
import { TokenError } from '../../jwt/keyring.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import type { UserRow } from '../users/user-row.ts'
import { isBanned, userColumns } from '../users/users.ts'
import type { ClientGrant } from './sessions.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ADMIN_ROLES = new Set(['service_role', 'supabase_admin'])

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

export interface SignedIn {
  readonly user: UserRow
  /** Null for a token that was signed outside a session. */
  readonly sessionId: string | null
  /** aal2 once a second factor was verified in this session. */
  readonly aal: 'aal1' | 'aal2'
  /** The application that owns this session; null for the user's own. */
  readonly grant: ClientGrant | null
}

/** Callers that an endpoint serves in addition to fully authenticated users. */
export interface AlsoServed {
  /** Applications that the user authorised: they may read the user's details and sign themselves out. */
  readonly applications?: true
  /** Accepts sessions with a pending second factor: for endpoints that verify it, or whose refusal has a message defined by the protocol. */
  readonly owingFactor?: true
}

/**
 * The user behind a request. Token, account, session and ban are all checked on every call, so a sign-out or a ban takes
 * effect here immediately although the token is still valid. Only a user's own sessions may read and change an account, and, if it
 * has a second factor, only after verifying it; `served` names the exceptions.
 */
export async function requireUser(
  context: AuthContext,
  request: FastifyRequest,
  served: AlsoServed = {},
): Promise<SignedIn> {
  const { claims } = await callerOf(context, request)
  if (claims.sub === undefined || claims.sub === '') throw badToken('invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) {
    throw new AuthError('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' })
  }
  const { user, aal, grant } = await findUserAndSession(context, claims.sub, claims.session_id)
  if (!user) throw noSuchUser()
  requireOwnAudience(request, claims, user)
  if (claims.session_id !== undefined && !isUuid(claims.session_id)) {
    throw badToken('invalid claim: session_id claim must be a UUID')
  }
  if (claims.session_id !== undefined && aal === null) throw new AuthError('session_not_found')
  if (isBanned(user)) throw new AuthError('user_banned')
  if (grant && !served.applications) {
    throw new AuthError('no_authorization', { status: 403, message: 'Applications may not do this for their users' })
  }
  const signedIn = { grant, user, sessionId: isUuid(claims.session_id) ? claims.session_id : null, aal: aal ?? 'aal1' }
  if (!served.owingFactor) requireFactor(signedIn, 'AAL2 session is required to do this when MFA is enabled')
  return signedIn
}

/** Whether the account has a second factor that this session has not verified. */
export function owesFactor({ user, aal }: Pick<SignedIn, 'user' | 'aal'>): boolean {
  return aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified')
}

/** @throws {AuthError} `insufficient_aal` */
export function requireFactor(signedIn: Pick<SignedIn, 'user' | 'aal'>, message: string, status = 403): void {
  if (owesFactor(signedIn)) throw new AuthError('insufficient_aal', { status, message })
}

/** Accounts belong to one audience: a token or a request for another one is refused. */
function requireOwnAudience(request: FastifyRequest, claims: Readonly<Record<string, unknown>>, user: UserRow): void {
  const named = [claims.aud ?? []].flat()
  const asked = request.headers['x-jwt-aud']
  if (asked !== undefined && asked !== '' && asked !== (named[0] ?? user.aud)) {
    throw invalid("Token audience doesn't match request audience")
  }
  if (named.length > 0 && !named.includes(user.aud)) throw noSuchUser()
}

/** Requires an administrator's role, which only our keys and signed tokens can contain. */
export async function requireAdmin(context: AuthContext, request: FastifyRequest): Promise<void> {
  const { role, claims } = await callerOf(context, request)
  if (!ADMIN_ROLES.has(role) || claims.client_id !== undefined) throw new AuthError('not_admin')
  if (claims.session_id === undefined) return
  const found = await findUserAndSession(context, isUuid(claims.sub) ? claims.sub : null, claims.session_id)
  if (found.aal === null) throw new AuthError('session_expired')
}

/** Whether the bearer of a request is an administrator; false without a valid token. */
export async function isAdministrator(
  context: Pick<AuthContext, 'keyring'>,
  request: FastifyRequest,
): Promise<boolean> {
  const bearer = bearerOf(request.headers)
  if (!bearer) return false
  const caller = await callerFromBearer(context.keyring, bearer).catch(() => null)
  return caller !== null && ADMIN_ROLES.has(caller.role) && caller.claims.client_id === undefined
}

async function callerOf(context: AuthContext, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerOf(request.headers)
  if (!bearer) throw new AuthError('no_authorization')
  try {
    return await callerFromBearer(context.keyring, bearer)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`, error)
  }
}

function noSuchUser(): AuthError {
  return new AuthError('user_not_found', { status: 403, message: 'User from sub claim in JWT does not exist' })
}

function badToken(message: string, cause?: unknown): AuthError {
  return new AuthError('bad_jwt', { message, cause })
}

async function findUserAndSession(context: AuthContext, userId: string | null, sessionId: unknown) {
  const { sql } = context
  const [row] = await sql<(UserRow & { session_aal: 'aal1' | 'aal2' | null; session_grant: ClientGrant | null })[]>`
    select ${userColumns(sql)}, (
      select s.aal from auth.sessions s where s.user_id = u.id and s.id = ${isUuid(sessionId) ? sessionId : null}
        and (s.not_after is null or s.not_after > now())
    ) as session_aal, (
      select jsonb_build_object('clientId', s.oauth_client_id, 'scope', s.scopes) from auth.sessions s
      where s.user_id = u.id and s.id = ${isUuid(sessionId) ? sessionId : null} and s.oauth_client_id is not null
    ) as session_grant
    from auth.users u where u.id = ${userId}`
  return { user: row ?? null, aal: row?.session_aal ?? null, grant: row?.session_grant ?? null }
}
