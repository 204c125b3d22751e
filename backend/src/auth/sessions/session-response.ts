import type { FastifyReply } from 'fastify'
import type { OpenedSession, SessionTokens } from './sessions.ts'

/** Signs a session's tokens and returns them as the response body. */
export async function sendSession(
  reply: FastifyReply,
  session: OpenedSession,
  extra: object = {},
): Promise<SessionTokens> {
  const tokens = await session.issueTokens()
  reply.headers({ 'sb-auth-user-id': tokens.user.id, 'sb-auth-session-id': session.sessionId })
  return { ...tokens, ...extra }
}
