import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { requireUser } from '../sessions/bearer.ts'
import { personClaims } from './person-claims.ts'
import { SCOPES } from './scopes.ts'

/** GET /oauth/userinfo: the user's claims under the granted scopes. */
export const userinfo: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/oauth/userinfo', async (request) => {
    const { user, grant } = await requireUser(context, request, { applications: true })
    const scopes = grant ? grant.scope.split(' ') : SCOPES
    const metadata = scopes.includes('profile') ? { user_metadata: user.raw_user_meta_data } : {}
    return { sub: user.id, ...personClaims(user, scopes), ...metadata }
  })
}
