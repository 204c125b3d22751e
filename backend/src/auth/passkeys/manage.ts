import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireUserSession } from '../factors/user-session.ts'
import { isUuid } from '../sessions/bearer.ts'
import { inTransaction } from '../users/users.ts'
import { type PasskeyRow, viewPasskey } from './passkey-row.ts'
import { requirePasskeyManager } from './register.ts'

const RenameBody = Type.Object({ friendly_name: Type.Optional(Type.String()) })

/** GET, PATCH and DELETE /passkeys: the user's own passkeys. */
export const managePasskeys: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/passkeys', async (request) => {
    const { user } = await requireUserSession(context, request)
    const rows = await context.sql<PasskeyRow[]>`
      select * from auth.webauthn_credentials where user_id = ${user.id} order by created_at, id`
    return rows.map(viewPasskey)
  })

  app.patch('/passkeys/:id', { schema: { body: RenameBody } }, async (request) => {
    const { user } = await requireUserSession(context, request)
    const name = request.body.friendly_name?.trim() ?? ''
    if ([...name].length < 1 || [...name].length > 120) {
      throw invalid('friendly_name must be between 1 and 120 characters')
    }
    return inTransaction(context, async (sql) => {
      const [passkey] = await sql<PasskeyRow[]>`
        update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
        where id = ${passkeyIdOf(request)} and user_id = ${user.id} returning *`
      if (!passkey) throw unknownPasskey()
      await audit(sql, 'passkey_updated', user, clientOf(request), { passkey_id: passkey.id })
      return viewPasskey(passkey)
    })
  })

  app.delete('/passkeys/:id', async (request, reply) => {
    const { user } = await requirePasskeyManager(context, request)
    const name = await inTransaction(context, async (sql) => {
      const id = passkeyIdOf(request)
      const [gone] = await sql<{ friendly_name: string | null }[]>`
        delete from auth.webauthn_credentials where id = ${id} and user_id = ${user.id} returning friendly_name`
      if (!gone) throw unknownPasskey()
      await audit(sql, 'passkey_deleted', user, clientOf(request), { passkey_id: id })
      return gone.friendly_name
    })
    context.emails.notify({ kind: 'passkey_removed', user, details: { passkey: name ?? 'Passkey' } })
    return reply.code(204).send()
  })
}

function passkeyIdOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string } // both paths that use this declare :id
  if (!isUuid(id)) throw unknownPasskey()
  return id
}

export function unknownPasskey(): AuthError {
  return new AuthError('validation_failed', { status: 404, message: 'Passkey not found' })
}
