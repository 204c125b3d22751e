import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { type AlsoServed, requireUser, type SignedIn } from '../sessions/bearer.ts'

export type UserSession = SignedIn & { readonly sessionId: string }

/** Authenticates a user who manages factors or passkeys: not anonymous, and in a session. */
export async function requireUserSession(
  context: AuthContext,
  request: FastifyRequest,
  served: AlsoServed = {},
): Promise<UserSession> {
  const signedIn = await requireUser(context, request, served)
  if (signedIn.user.is_anonymous) {
    throw new AuthError('no_authorization', {
      status: 403,
      message: 'Anonymous user not allowed to perform these actions',
    })
  }
  if (signedIn.sessionId === null) throw new AuthError('session_not_found')
  return { ...signedIn, sessionId: signedIn.sessionId }
}
