import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { viewUser } from '../users/user-view.ts'
import { requireUserOf } from './user-params.ts'

/** GET /admin/users/{id} */
export const adminGetUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, { sql }) => {
  app.get('/admin/users/:id', async (request) => {
    return viewUser(await requireUserOf(sql, request))
  })
}
