import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { authorizations } from './authorizations.ts'
import { oauthAuthorize } from './authorize.ts'
import { requireOAuthServer } from './enabled.ts'
import { grants } from './grants.ts'
import { registerClient } from './register.ts'
import { oauthToken } from './token.ts'
import { userinfo } from './userinfo.ts'

/** Lets other applications sign users in: OAuth 2.1 and OpenID Connect, only by codes with PKCE. */
export const oauthServer: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.addHook('onRequest', async () => requireOAuthServer(context))
  await app.register(oauthAuthorize, context)
  await app.register(authorizations, context)
  await app.register(oauthToken, context)
  await app.register(userinfo, context)
  await app.register(registerClient, context)
  await app.register(grants, context)
}
