import type { FastifyReply } from 'fastify'
import type { OpenedSession, SessionTokens } from './sessions.ts'

/** Answers with a session. Tokens are for one reader: no cache may keep them and no later page learn the address. */
export async function sendSession(
  reply: FastifyReply,
  session: OpenedSession,
  extra: object = {},
): Promise<SessionTokens> {
  const tokens = await session.issueTokens()
  reply.headers({ 'sb-auth-user-id': tokens.user.id, 'sb-auth-session-id': session.sessionId })
  return { ...tokens, ...extra }
}
