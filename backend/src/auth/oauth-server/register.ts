import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { ClientBody, insertClient, viewClient } from './clients.ts'
import { requireOAuthServer } from './enabled.ts'

/** POST /oauth/clients/register: dynamic registration of applications (RFC 7591), if enabled. */
export const registerClient: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const limit = context.limit('oauthRegister')
  const onRequest: typeof limit = async (request, reply) => {
    if (!requireOAuthServer(context).registration) throw new AuthError('oauth_dynamic_client_registration_disabled')
    return limit(request, reply)
  }

  app.post('/oauth/clients/register', { onRequest, schema: { body: ClientBody } }, async (request, reply) => {
    const { client, secret } = await insertClient(context.sql, request.body, 'dynamic')
    return reply.code(201).send(viewClient(client, secret))
  })
}
