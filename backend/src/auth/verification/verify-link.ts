import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithTokens,
} from '../redirects/redirect-results.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { queryValue } from '../request-input.ts'
import { openSession } from '../sessions/sessions.ts'
import { releaseAuthCode } from '../sign-in/flow-state.ts'
import { belongsToPkceFlow } from './one-time-tokens.ts'
import { flowMethodOf, HALF_CONFIRMED, isVerificationType, verify } from './verification.ts'

/** GET /verify: the target of links in emails. Every result after the first checks is a redirect to the app. */
export const verifyLink: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  // Email scanners send HEAD before the user clicks; that must not consume the link.
  app.head('/verify', async (_request, reply) => reply.code(200).send())

  app.get('/verify', { exposeHeadRoute: false, onRequest: context.limit('verify') }, async (request, reply) => {
    const type = queryValue(request, 'type')
    const tokenHash = queryValue(request, 'token') ?? queryValue(request, 'token_hash')
    if (!type) throw invalid('Verify requires a verification type')
    if (!tokenHash) throw invalid('Verify requires a token or a token hash')
    const redirectTo = redirectFor(context.config.auth, request)
    const pkce = belongsToPkceFlow(tokenHash)
    try {
      return reply.redirect(await follow(context, request, { type, tokenHash, redirectTo, pkce }), 303)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return reply.redirect(redirectWithError(redirectTo, error, pkce), 303)
    }
  })
}

interface Link {
  readonly type: string
  readonly tokenHash: string
  readonly redirectTo: string
  readonly pkce: boolean
}

/** Redeems the link and returns the redirect target with the result. */
async function follow(context: AuthContext, request: FastifyRequest, link: Link): Promise<string> {
  const { type, tokenHash, redirectTo, pkce } = link
  if (!isVerificationType(type)) throw invalid('Invalid email verification type')
  const client = clientOf(request)
  const outcome = await verify(context, { kind: 'hash', type, tokenHash }, client, async (sql, verified) => {
    if (verified.kind === 'half') return redirectWithMessage(redirectTo, HALF_CONFIRMED, pkce)
    if (pkce) {
      const code = await releaseAuthCode(sql, verified.userId, flowMethodOf(type))
      if (!code) throw new AuthError('flow_state_not_found')
      return redirectWithCode(redirectTo, code)
    }
    const session = await openSession(context, sql, { userId: verified.userId, method: 'otp', client })
    if (!session) throw new AuthError('otp_expired')
    return session
  })
  return typeof outcome === 'string' ? outcome : redirectWithTokens(redirectTo, await outcome.issueTokens(), type)
}
