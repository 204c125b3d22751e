import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, OAuthStyleError } from '../errors.ts'
import type { OpenedSession } from '../sessions/sessions.ts'
import { refreshSession } from '../tokens/token-refresh.ts'
import { requireClient } from './client-authentication.ts'
import type { ClientRow } from './clients.ts'
import { signIdToken } from './id-token.ts'
import { redeemCode } from './redeem-code.ts'

const OAuthTokenBody = Type.Object({
  grant_type: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
})

/** POST /oauth/token: exchanges an application's code or refresh token for tokens of the user who authorised it. */
export const oauthToken: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const options = { onRequest: context.limit('token'), schema: { body: OAuthTokenBody } }
  app.post('/oauth/token', options, async (request) => {
    const { body } = request
    const client = await requireClient(context, request, body)
    switch (body.grant_type) {
      case 'authorization_code': {
        requireGrant(client, 'authorization_code')
        const { session, grant } = await redeemCode(context, client, body, clientOf(request))
        const issued = await issue(client, session, grant.scopes)
        const idToken = grant.scopes.includes('openid') ? await signIdToken(context, client, grant) : null
        return { ...issued, ...(idToken === null ? {} : { id_token: idToken }) }
      }
      case 'refresh_token': {
        requireGrant(client, 'refresh_token')
        if (!body.refresh_token) throw new OAuthStyleError('invalid_request', 'refresh_token is required')
        const session = await refreshSession(context, body.refresh_token, clientOf(request), client.id).catch(asGrant)
        return issue(client, session, session.scopes)
      }
      case undefined:
        throw new OAuthStyleError('invalid_request', 'grant_type is required')
      default:
        throw new OAuthStyleError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
    }
  })
}

function requireGrant(client: ClientRow, grant: string): void {
  if (client.grant_types.includes(grant)) return
  throw new OAuthStyleError('unauthorized_client', `This client is not registered for ${grant}`)
}

async function issue(client: ClientRow, session: OpenedSession, scopes: readonly string[]) {
  const { access_token, token_type, expires_in, refresh_token } = await session.issueTokens()
  const mayRefresh = client.grant_types.includes('refresh_token')
  return { access_token, token_type, expires_in, ...(mayRefresh ? { refresh_token } : {}), scope: scopes.join(' ') }
}

/** Translates a refresh token error into this protocol's error code. */
function asGrant(error: unknown): never {
  if (error instanceof AuthError && error.status < 500 && error.code !== 'conflict') {
    throw new OAuthStyleError('invalid_grant', error.message, { cause: error })
  }
  throw error
}
