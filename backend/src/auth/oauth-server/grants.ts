import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { queryValue } from '../request-input.ts'
import { isUuid, requireUser } from '../sessions/bearer.ts'
import { inTransaction } from '../users/users.ts'
import { type ClientRow, viewClientSummary } from './clients.ts'

type GrantRow = Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'> & {
  readonly scopes: readonly string[]
  readonly granted_at: Date
}

/** /user/oauth/grants: lists the applications that a user has authorised, and revokes one. */
export const grants: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/user/oauth/grants', async (request) => {
    const { user } = await requireUser(context, request)
    const rows = await context.sql<GrantRow[]>`
      select c.id, c.client_name, c.client_uri, c.logo_uri, o.scopes, o.granted_at
      from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id and c.deleted_at is null
      where o.user_id = ${user.id} and o.revoked_at is null order by o.granted_at desc, o.id`
    return rows.map((row) => ({
      client: viewClientSummary(row),
      scopes: row.scopes,
      granted_at: row.granted_at.toISOString(),
    }))
  })

  app.delete('/user/oauth/grants', async (request, reply) => {
    const { user } = await requireUser(context, request)
    const clientId = queryValue(request, 'client_id')
    if (!isUuid(clientId)) throw invalid('client_id must be an UUID')
    await inTransaction(context, async (sql) => {
      const revoked = await sql`
        update auth.oauth_consents set revoked_at = now()
        where user_id = ${user.id} and client_id = ${clientId} and revoked_at is null`
      if (revoked.count === 0) throw new AuthError('oauth_consent_not_found')
      await sql`delete from auth.oauth_authorizations where user_id = ${user.id} and client_id = ${clientId}`
      await sql`delete from auth.sessions where user_id = ${user.id} and oauth_client_id = ${clientId}`
      await audit(sql, 'oauth_consent_revoked', user, clientOf(request), { client_id: clientId })
    })
    return reply.code(204).send()
  })
}
