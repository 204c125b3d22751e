import { createHash, timingSafeEqual } from 'node:crypto'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { OAuthStyleError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { findUserById, inTransaction, isBanned } from '../users/users.ts'
import { type ClientRow, hashSecret } from './clients.ts'

interface CodeRow {
  readonly id: string
  readonly client_id: string
  readonly user_id: string
  readonly redirect_uri: string
  readonly scopes: readonly string[]
  readonly nonce: string | null
  readonly code_challenge: string
  readonly code_challenge_method: 's256' | 'plain'
  readonly status: string
  readonly aal: string
  readonly factor_id: string | null
  readonly session_id: string | null
  readonly expired: boolean
}

export interface Grant {
  readonly user: UserRow
  readonly scopes: readonly string[]
  readonly nonce: string | null
  readonly sessionId: string
}

type Verdict = { readonly session: OpenedSession; readonly grant: Grant } | { readonly refused: string }

/**
 * Exchanges a code for a session of the application. It works once: reuse, or a wrong client, redirect URI or verifier, revokes
 * it and the session that it opened (OAuth 2.1, section 4.1.3).
 * @throws {OAuthStyleError} `invalid_request`, `invalid_grant`
 */
export async function redeemCode(
  context: AuthContext,
  application: ClientRow,
  given: { code?: string; redirect_uri?: string; code_verifier?: string },
  client: Client,
): Promise<{ session: OpenedSession; grant: Grant }> {
  const { code, code_verifier: verifier } = given
  if (!code || !verifier) throw new OAuthStyleError('invalid_request', 'code and code_verifier are required')
  const verdict = await inTransaction<Verdict>(context, async (sql) => {
    const [row] = await sql<CodeRow[]>`
      select *, expires_at < now() as expired from auth.oauth_authorizations
      where authorization_code_hash = ${hashSecret(code)} and status in ('approved', 'used') for update`
    if (!row || row.expired) return { refused: 'Invalid authorization code' }
    const suspicion = findCodeProblem(row, application, { ...given, verifier })
    if (suspicion) {
      await revokeCode(sql, row, client)
      return { refused: suspicion }
    }
    const user = await findUserById(sql, row.user_id)
    if (!user || isBanned(user)) return { refused: 'Invalid authorization code' }
    return open(context, sql, { row, user, application, client })
  })
  // Thrown only here, after the commit, so that a revocation is kept.
  if ('refused' in verdict) throw new OAuthStyleError('invalid_grant', verdict.refused)
  return verdict
}

async function open(
  context: AuthContext,
  sql: Queryable,
  { row, user, application, client }: { row: CodeRow; user: UserRow; application: ClientRow; client: Client },
): Promise<Verdict> {
  const session = await openSession(context, sql, {
    userId: user.id,
    method: 'oauth_provider/authorization_code',
    client,
    grant: { clientId: application.id, scope: row.scopes.join(' '), aal: row.aal, factorId: row.factor_id },
  })
  if (!session) return { refused: 'Invalid authorization code' }
  await sql`
    update auth.oauth_authorizations set status = 'used', session_id = ${session.sessionId} where id = ${row.id}`
  return { session, grant: { user, scopes: row.scopes, nonce: row.nonce, sessionId: session.sessionId } }
}

function findCodeProblem(
  row: CodeRow,
  application: ClientRow,
  { redirect_uri: redirectUri, verifier }: { redirect_uri?: string; verifier: string },
): string | null {
  if (row.client_id !== application.id) return 'Invalid authorization code'
  if (row.status === 'used') return 'Authorization code has already been used'
  if (redirectUri !== undefined && redirectUri !== row.redirect_uri) return 'redirect_uri does not match'
  return answersChallenge(verifier, row) ? null : 'code_verifier does not match'
}

function answersChallenge(verifier: string, row: CodeRow): boolean {
  const isHashed = row.code_challenge_method === 's256'
  const given = Buffer.from(isHashed ? createHash('sha256').update(verifier).digest('base64url') : verifier)
  const expected = Buffer.from(row.code_challenge)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function revokeCode(sql: Queryable, row: CodeRow, client: Client): Promise<void> {
  await sql`delete from auth.oauth_authorizations where id = ${row.id}`
  if (row.session_id === null) return
  await sql`delete from auth.sessions where id = ${row.session_id}`
  await audit(sql, 'token_revoked', { id: row.user_id, email: null }, client, { session_id: row.session_id })
}
