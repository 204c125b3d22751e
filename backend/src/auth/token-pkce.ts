import type { AuthContext, Client } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import { redeemAuthCode } from './flow-state.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import type { TokenBody } from './token-body.ts'
import { findUserById, inTransaction, isBanned } from './users.ts'

/** POST /token?grant_type=pkce: the code of a redirect and the secret that began the flow, for a session. */
export async function exchangeCode(context: AuthContext, body: TokenBody, client: Client): Promise<OpenedSession> {
  const { auth_code: authCode, code_verifier: verifier } = body
  if (!authCode || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
  return inTransaction(context, async (sql) => {
    const flow = await redeemAuthCode(sql, authCode, verifier)
    const user = await findUserById(sql, flow.user_id)
    if (!user) throw new AuthError('flow_state_not_found')
    if (isBanned(user)) throw new AuthError('user_banned')
    const session = await openSession(context, sql, { userId: user.id, method: flow.authentication_method, client })
    if (!session) throw new AuthError('flow_state_not_found')
    return session
  })
}
