import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { type AmrEntry, type AuthenticationMethod, issueTokens, type OpenedSession } from '../sessions/sessions.ts'
import { findUserById } from '../users/users.ts'
import type { UserSession } from './user-session.ts'

/**
 * Raises the caller's session to aal2. Its refresh token counter advances by two, so that the token from before the verification
 * can't be used again, and every other aal1 session of the account ends.
 */
export async function raiseSession(
  context: AuthContext,
  sql: Queryable,
  { user, sessionId }: UserSession,
  shown: { factorId: string; method: AuthenticationMethod },
): Promise<OpenedSession> {
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method)
    select id, ${shown.method} from auth.sessions where id = ${sessionId}
    on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`
  const [session] = await sql<{ counter: number; amr: AmrEntry[] }[]>`
    update auth.sessions s
    set aal = 'aal2', factor_id = ${shown.factorId}, refresh_token_counter = refresh_token_counter + 2,
      recent_rotations = '{}', refreshed_at = now(), updated_at = now()
    where id = ${sessionId}
    returning refresh_token_counter::float8 as counter, (
      select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method,
        'timestamp', extract(epoch from a.updated_at)::bigint) order by a.updated_at desc), '[]')
      from auth.mfa_amr_claims a where a.session_id = s.id
    ) as amr`
  if (!session) throw new AuthError('session_not_found')
  await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId} and aal = 'aal1'`
  const current = await findUserById(sql, user.id)
  if (!current) throw new AuthError('user_not_found')
  const subject = { user: current, sessionId, method: shown.method, aal: 'aal2', ...session }
  return { sessionId, issueTokens: () => issueTokens(context, subject) }
}
