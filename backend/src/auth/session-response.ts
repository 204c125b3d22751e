import type { FastifyReply } from 'fastify'
import type { OpenedSession, SessionTokens } from './sessions.ts'

/** Answers with a session. Tokens are for one reader: no cache may keep them and no later page learn the address. */
export function sendSession(reply: FastifyReply, session: OpenedSession, extra: object = {}): SessionTokens {
  reply.headers({ 'sb-auth-user-id': session.tokens.user.id, 'sb-auth-session-id': session.sessionId })
  return { ...session.tokens, ...extra }
}
