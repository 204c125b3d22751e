import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { viewUser } from '../user-view.ts'
import { findUserById } from '../users.ts'
import { userIdOf } from './user-params.ts'

/** GET /admin/users/{id} */
export const adminGetUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, { sql }) => {
  app.get('/admin/users/:id', async (request) => {
    const user = await findUserById(sql, userIdOf(request))
    if (!user) throw new AuthError('user_not_found')
    return viewUser(user)
  })
}
