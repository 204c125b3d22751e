import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { requireUser } from '../sessions/bearer.ts'
import { viewUser, viewUserForApplication } from './user-view.ts'

/** GET /user: the owner of the bearer token, read from the database and not from the token. */
export const getUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/user', async (request) => {
    const { user, grant } = await requireUser(context, request, { applications: true, owingFactor: true })
    return grant ? viewUserForApplication(user, grant.scope.split(' ')) : viewUser(user)
  })
}
