import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { inTransaction, lockUser } from '../users/users.ts'
import { dropPendingTokens } from '../verification/one-time-tokens.ts'
import { userIdOf } from './user-params.ts'

const DeleteUserBody = Type.Object({ should_soft_delete: Type.Optional(Type.Boolean()) })

/** DELETE /admin/users/{id}: deletes an account, or (soft) only what identifies its owner. */
export const adminDeleteUser: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.delete('/admin/users/:id', { schema: { body: DeleteUserBody } }, async (request) => {
    const id = userIdOf(request)
    await inTransaction(context, async (sql) => {
      const user = await lockUser(sql, id)
      if (!user) throw new AuthError('user_not_found')
      await audit(sql, 'user_deleted', { id, email: null }, clientOf(request))
      if (request.body.should_soft_delete) await anonymiseUser(sql, user)
      else await sql`delete from auth.users where id = ${id}`
    })
    return {}
  })
}

/** Keeps the row, because other tables may refer to it; random text replaces what identifies its owner: a phone number's hash can be guessed. */
async function anonymiseUser(sql: Queryable, user: UserRow): Promise<void> {
  const { id } = user
  await sql`
    update auth.users set email = ${user.email && placeholder()}, phone = ${user.phone && placeholder().slice(0, 15)},
      email_change = null, phone_change = null, encrypted_password = null, raw_user_meta_data = '{}',
      raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${id}`
  for (const identity of user.identities) {
    await sql`
      update auth.identities set provider_id = ${placeholder()}, identity_data = '{}'
      where id = ${identity.id}`
  }
  await endSessions(sql, id, 'all')
  await dropPendingTokens(sql, id)
}

function placeholder(): string {
  return randomBytes(32).toString('base64url')
}
