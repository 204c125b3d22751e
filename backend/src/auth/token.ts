import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type AuthContext, clientOf } from './context.ts'
import { AuthError } from './errors.ts'
import { signInWithIdToken } from './providers/id-token.ts'
import { queryValue } from './request-input.ts'
import { sendSession } from './session-response.ts'
import { TokenBody } from './token-body.ts'
import { signInWithPassword } from './token-password.ts'
import { exchangeCode } from './token-pkce.ts'
import { refreshSession } from './token-refresh.ts'

/** POST /token: a session for a password, for a refresh token, for the code of a PKCE flow or for a provider's ID token. */
export const token: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/token', { onRequest: context.limit('token'), schema: { body: TokenBody } }, async (request, reply) => {
    const client = clientOf(request)
    switch (queryValue(request, 'grant_type') ?? request.body.grant_type) {
      case 'password': {
        await context.captcha(request)
        const { session, weakness } = await signInWithPassword(context, request.body, client)
        return sendSession(reply, session, weakness ? { weak_password: weakness } : {})
      }
      case 'refresh_token':
        return sendSession(reply, await refreshSession(context, request.body.refresh_token ?? '', client))
      case 'pkce': {
        const { session, extra } = await exchangeCode(context, request.body, client)
        return sendSession(reply, session, extra)
      }
      case 'id_token':
        return sendSession(reply, await signInWithIdToken(context, request.body, request))
      default:
        throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' })
    }
  })
}
