import postgres from '#postgres'
import type { SessionLimits } from '../../config/sessions.ts'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid, OAuthStyleError } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { type AmrEntry, issueTokens, type OpenedSession } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { findUserById, inTransaction, isBanned, userColumns } from '../users/users.ts'
import { type RefreshToken, readRefreshToken } from './refresh-tokens.ts'

interface SessionRow {
  readonly id: string
  readonly user_id: string
  readonly aal: string
  readonly not_after: Date | null
  readonly counter: number
  readonly recent_rotations: Date[]
  readonly created_at: Date
  /** Time of the last refresh, or of the sign-in. */
  readonly active_at: Date
  /** True if another session of the same account was used after this one. */
  readonly superseded: boolean
  readonly amr: readonly AmrEntry[]
  /** The application that it belongs to; null for the user's own. */
  readonly oauth_client_id: string | null
  readonly scopes: string | null
  readonly now: Date
}

/** The parts of a session that tokens are made from. */
type RefreshedSession = Pick<SessionRow, 'id' | 'aal' | 'amr' | 'created_at' | 'oauth_client_id' | 'scopes'>

type Refreshed =
  | { readonly kind: 'session'; readonly session: RefreshedSession; readonly user: UserRow; readonly counter: number }
  | { readonly kind: 'refused'; readonly error: Error }

/** Rotations remembered per session; rarely do more than a handful of tabs race for one. */
const REMEMBERED_ROTATIONS = 8
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * POST /token?grant_type=refresh_token: issues the next refresh token and a new access token. `clientId` is the requesting
 * application, which can refresh only its own sessions; null for users' own sessions.
 */
export async function refreshSession(
  context: AuthContext,
  text: string,
  client: Client,
  clientId: string | null = null,
): Promise<OpenedSession & { readonly scopes: readonly string[] }> {
  const read = readRefreshToken(text, context.refreshSecret)
  if (read.kind === 'malformed') throw invalid('Refresh token is not valid')
  if (read.kind === 'forged') throw new AuthError('refresh_token_not_found')

  const refreshed =
    (clientId === null ? await rotateInOneStatement(context, read.token, client) : null) ??
    (await underLock(context, (sql) => decide(context, sql, read.token, client, clientId)))
  // Thrown only here, after the commit, so that a revocation for reuse is kept.
  if (refreshed.kind === 'refused') throw refreshed.error
  const { session, user, counter } = refreshed
  const { id: sessionId, aal, amr, created_at: startedAt } = session
  const scope = session.scopes ?? ''
  const grant = session.oauth_client_id === null ? null : { clientId: session.oauth_client_id, scope }
  const subject = { user, sessionId, method: 'token_refresh' as const, aal, amr, counter, startedAt, grant }
  return { sessionId, scopes: scope.split(' '), issueTokens: () => issueTokens(context, subject) }
}

/**
 * The fast path of nearly every refresh, in one statement: the active token of a user's own, valid session. Null if there is
 * anything to decide, or another refresh holds the lock; then nothing has changed.
 */
async function rotateInOneStatement(
  { sql, config }: AuthContext,
  { sessionId, counter }: RefreshToken,
  client: Client,
): Promise<Refreshed | null> {
  const { timeboxSeconds, inactivitySeconds, lowAalSeconds, singlePerUser } = config.auth.sessions
  if ((timeboxSeconds ?? inactivitySeconds ?? lowAalSeconds) !== null || singlePerUser) return null
  const [row] = await sql<(UserRow & { session_aal: string; session_began: Date; session_amr: AmrEntry[] })[]>`
    with held as materialized (
      select s.id, s.user_id, u.email from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${sessionId} and s.refresh_token_counter = ${counter} and s.oauth_client_id is null
        and (s.not_after is null or s.not_after > clock_timestamp()) and (u.banned_until is null or u.banned_until <= now())
      for update of s skip locked
    ), log as (
      insert into auth.audit_log_entries (payload, ip_address)
      select jsonb_build_object('action', 'token_refreshed', 'actor_id', user_id, 'actor_username', coalesce(email, ''),
        'session_id', id), ${client.ip} from held
    ), rotated as (
      update auth.sessions s set ${rotation(sql, client)} from held where s.id = held.id returning s.*
    )
    select ${userColumns(sql)}, s.aal as session_aal, s.created_at as session_began, ${amrOf(sql)} as session_amr
    from rotated s join auth.users u on u.id = s.user_id`
  if (!row) return null
  const { session_aal: aal, session_began: created_at, session_amr: amr, ...user } = row
  const session = { id: sessionId, aal, amr, created_at, oauth_client_id: null, scopes: null }
  return { kind: 'session', session, user, counter: counter + 1 }
}

async function decide(
  context: AuthContext,
  sql: Queryable,
  token: RefreshToken,
  client: Client,
  clientId: string | null,
): Promise<Refreshed> {
  const session = await lockSession(sql, token.sessionId)
  if (!session) return refused(new AuthError('refresh_token_not_found'))
  if (session.oauth_client_id !== clientId) {
    const why = 'This refresh token belongs to another client'
    return refused(new OAuthStyleError(clientId === null ? 'invalid_client' : 'invalid_grant', why))
  }
  const user = await findUserById(sql, session.user_id)
  if (!user) return refused(new AuthError('refresh_token_not_found'))
  if (isBanned(user)) {
    return refused(new AuthError('user_banned', { status: 400, message: 'Invalid Refresh Token: User Banned' }))
  }
  const ended = endOf(session, user, context.config.auth.sessions)
  if (ended !== null) {
    return refused(new AuthError('session_expired', { status: 400, message: `Invalid Refresh Token: ${ended}` }))
  }

  switch (judge(token.counter, session, context.config.auth.refreshReuseIntervalSeconds)) {
    case 'active':
      await rotate(sql, session, user, client)
      return { kind: 'session', session, user, counter: session.counter + 1 }
    case 'repeated':
      return { kind: 'session', session, user, counter: session.counter }
    case 'ahead':
      return refused(invalid('Invalid Refresh Token: Not Issued By This Server'))
    case 'stolen':
      await sql`delete from auth.sessions where id = ${session.id}`
      await audit(sql, 'token_revoked', user, client, { session_id: session.id })
      return refused(new AuthError('refresh_token_already_used'))
  }
}

/** Why a session has ended, or null. */
function endOf(
  session: Pick<SessionRow, 'not_after' | 'now' | 'created_at' | 'active_at' | 'aal' | 'superseded'>,
  user: Pick<UserRow, 'factors'>,
  limits: SessionLimits,
): string | null {
  const isOver = (since: Date, seconds: number | null) =>
    seconds !== null && session.now.getTime() - since.getTime() >= seconds * 1000
  if (session.not_after !== null && session.not_after <= session.now) return 'Session Expired'
  if (isOver(session.created_at, limits.timeboxSeconds)) return 'Session Expired'
  if (isOver(session.active_at, limits.inactivitySeconds)) return 'Session Expired (Inactivity)'
  const owesFactor = session.aal === 'aal1' && user.factors.some(({ status }) => status === 'verified')
  if (owesFactor && isOver(session.created_at, limits.lowAalSeconds)) {
    return 'Session Expired (Low AAL: User Needs MFA Verification)'
  }
  return limits.singlePerUser && session.superseded ? 'Session Expired (Revoked by Newer Login)' : null
}

type Judgement = 'active' | 'repeated' | 'ahead' | 'stolen'

/**
 * The direct predecessor of the active token is always accepted again: the client lost our response. An older one is accepted
 * within the reuse interval after it was replaced: tabs raced. Anything else was stolen.
 */
export function judge(
  presented: number,
  session: Pick<SessionRow, 'counter' | 'recent_rotations' | 'now'>,
  reuseIntervalSeconds: number,
): Judgement {
  const age = session.counter - presented
  if (age < 0) return 'ahead'
  if (age === 0) return 'active'
  if (age === 1) return 'repeated'
  const replacedAt = session.recent_rotations[age - 1]
  if (!replacedAt) return 'stolen'
  return session.now.getTime() - replacedAt.getTime() <= reuseIntervalSeconds * 1000 ? 'repeated' : 'stolen'
}

async function lockSession(sql: Queryable, sessionId: string): Promise<SessionRow | null> {
  const [session] = await sql<SessionRow[]>`
    select s.id, s.user_id, s.aal, s.not_after, s.refresh_token_counter::float8 as counter, s.recent_rotations,
      s.oauth_client_id, s.scopes, s.created_at, coalesce(s.refreshed_at, s.created_at) as active_at, clock_timestamp() as now, exists (
        select from auth.sessions o where o.user_id = s.user_id and o.id <> s.id and o.oauth_client_id is not distinct from s.oauth_client_id
          and coalesce(o.refreshed_at, o.created_at) > coalesce(s.refreshed_at, s.created_at)
      ) as superseded, ${amrOf(sql)} as amr
    from auth.sessions s where s.id = ${sessionId} for update of s`
  return session ?? null
}

/** The authentication methods of a session with the alias `s`, latest first. */
function amrOf(sql: Queryable) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method,
      'timestamp', extract(epoch from a.updated_at)::bigint) order by a.updated_at desc), '[]')
    from auth.mfa_amr_claims a where a.session_id = s.id
  )`
}

/** The columns of its session that a refresh changes. */
function rotation(sql: Queryable, client: Client) {
  return sql`refresh_token_counter = refresh_token_counter + 1, refreshed_at = now(), updated_at = now(),
    recent_rotations = (array[clock_timestamp()] || recent_rotations)[1:${sql.unsafe(String(REMEMBERED_ROTATIONS))}],
    user_agent = ${client.userAgent}, ip = ${client.ip}`
}

/** Rotates a token and writes its audit log entry, in one round trip. */
async function rotate(sql: Queryable, session: SessionRow, user: UserRow, client: Client): Promise<void> {
  const entry = {
    action: 'token_refreshed',
    actor_id: user.id,
    actor_username: user.email ?? '',
    session_id: session.id,
  }
  await sql`
    with log as (
      insert into auth.audit_log_entries (payload, ip_address) values (${jsonb(sql, entry)}, ${client.ip})
    )
    update auth.sessions set ${rotation(sql, client)} where id = ${session.id}`
}

/** Serialises the refreshes of one session; none waits longer than a client would. */
async function underLock(context: AuthContext, work: (sql: Queryable) => Promise<Refreshed>): Promise<Refreshed> {
  try {
    return await inTransaction(context, async (sql) => {
      await sql`set local lock_timeout = '5s'`
      return work(sql)
    })
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE) {
      throw new AuthError('conflict', { cause: error })
    }
    throw error
  }
}

function refused(error: Error): Refreshed {
  return { kind: 'refused', error }
}
