import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { signInWithIdToken } from '../providers/id-token.ts'
import { queryValue } from '../request-input.ts'
import { sendSession } from '../sessions/session-response.ts'
import { signInWithPassword } from '../sign-in/token-password.ts'
import { exchangeCode } from '../sign-in/token-pkce.ts'
import { requireWeb3, signInWithWeb3 } from '../web3/sign-in.ts'
import { TokenBody } from './token-body.ts'
import { refreshSession } from './token-refresh.ts'

/** POST /token: a session for a password, a refresh token, a PKCE code, a provider's ID token or a wallet's signature. */
export const token: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const limits = { web3: context.limit('web3'), others: context.limit('token') }
  const onRequest: typeof limits.others = async (request, reply) => {
    const isWeb3 = queryValue(request, 'grant_type') === 'web3'
    if (isWeb3) requireWeb3(context)
    return isWeb3 ? limits.web3(request, reply) : limits.others(request, reply)
  }

  app.post('/token', { onRequest, schema: { body: TokenBody } }, async (request, reply) => {
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
      case 'web3':
        requireWeb3(context)
        await context.captcha(request)
        return sendSession(reply, await signInWithWeb3(context, request.body, client))
      default:
        throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' })
    }
  })
}
