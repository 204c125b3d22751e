import type { FastifyPluginAsync } from 'fastify'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { unknownPasskey } from '../passkeys/manage.ts'
import { type PasskeyRow, viewPasskey } from '../passkeys/passkey-row.ts'
import { isUuid } from '../sessions/bearer.ts'
import { inTransaction } from '../users/users.ts'
import { requireUserOf } from './user-params.ts'

/** /admin/users/{id}/passkeys: lists passkeys and deletes lost ones. */
export const adminPasskeys: FastifyPluginAsync<AuthContext> = async (app, context) => {
  const { sql } = context

  app.get('/admin/users/:id/passkeys', async (request) => {
    const user = await requireUserOf(sql, request)
    const rows = await sql<PasskeyRow[]>`
      select * from auth.webauthn_credentials where user_id = ${user.id} order by created_at, id`
    return rows.map(viewPasskey)
  })

  app.delete('/admin/users/:id/passkeys/:passkey', async (request, reply) => {
    const user = await requireUserOf(sql, request)
    const { passkey } = request.params as { passkey: string } // the path declares :passkey
    await inTransaction(context, async (transaction) => {
      const gone = await transaction`
        delete from auth.webauthn_credentials
        where id = ${isUuid(passkey) ? passkey : null} and user_id = ${user.id}`
      if (gone.count === 0) throw unknownPasskey()
      const details = { passkey_id: passkey, by: 'administrator' }
      await audit(transaction, 'passkey_deleted', user, clientOf(request), details)
    })
    return reply.code(204).send()
  })
}
