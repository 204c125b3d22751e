import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireUser } from './bearer.ts'
import type { AuthContext } from './context.ts'
import { viewUser } from './user-view.ts'

/** GET /user: who the bearer of this token is, from the database and not from the token. */
export const getUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/user', async (request) => {
    const { user } = await requireUser(context, request, 'applications too')
    return viewUser(user)
  })
}
