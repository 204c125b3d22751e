import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { organisationOf } from '../saml/saml-provider.ts'
import { nameSession } from '../saml/saml-sessions.ts'
import { unseal } from '../sealed.ts'
import { limitSession, type OpenedSession, openSession } from '../sessions/sessions.ts'
import type { TokenBody } from '../tokens/token-body.ts'
import { findUserById, inTransaction, isBanned } from '../users/users.ts'
import { redeemAuthCode } from './flow-state.ts'

interface Exchanged {
  readonly session: OpenedSession
  /** The provider's tokens, if the user came from one. */
  readonly extra: { provider_token?: string; provider_refresh_token?: string }
}

/** POST /token?grant_type=pkce: exchanges the code of a redirect and the flow's verifier for a session. */
export async function exchangeCode(context: AuthContext, body: TokenBody, client: Client): Promise<Exchanged> {
  const { auth_code: authCode, code_verifier: verifier } = body
  if (!authCode || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
  return inTransaction(context, async (sql) => {
    const flow = await redeemAuthCode(sql, authCode, verifier)
    const user = await findUserById(sql, flow.user_id)
    if (!user) throw new AuthError('flow_state_not_found')
    if (isBanned(user)) throw new AuthError('user_banned')
    const session = await openSession(context, sql, { userId: user.id, method: flow.authentication_method, client })
    if (!session) throw new AuthError('flow_state_not_found')
    await limitSession(sql, session.sessionId, flow.session_not_after)
    if (flow.saml_name_id !== null && flow.provider_type !== null) {
      const providerId = organisationOf(flow.provider_type)
      const named = { providerId, nameId: flow.saml_name_id, sessionIndex: flow.saml_session_index }
      await nameSession(sql, session.sessionId, named)
    }
    return { session, extra: await providerTokensOf(context, flow) }
  })
}

async function providerTokensOf(
  context: AuthContext,
  sealed: { provider_token: string | null; provider_refresh_token: string | null },
): Promise<Exchanged['extra']> {
  const open = (text: string) => unseal(context, 'provider-token', text)
  return {
    ...(sealed.provider_token ? { provider_token: await open(sealed.provider_token) } : {}),
    ...(sealed.provider_refresh_token ? { provider_refresh_token: await open(sealed.provider_refresh_token) } : {}),
  }
}
