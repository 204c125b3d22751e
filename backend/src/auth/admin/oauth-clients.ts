import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import {
  ClientBody,
  type ClientRow,
  clientIdOf,
  findClient,
  hashSecret,
  insertClient,
  newSecret,
  readAuthentication,
  readClient,
  viewClient,
} from '../oauth-server/clients.ts'
import { requireOAuthServer } from '../oauth-server/enabled.ts'
import { queryValue } from '../request-input.ts'
import { inTransaction } from '../users/users.ts'
import { parseCount } from './paging.ts'

const MAX_PER_PAGE = 1000

/** /admin/oauth/clients: the applications that can sign users in through us. */
export const adminOAuthClients: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const { sql } = context
  const path = '/admin/oauth/clients'
  // Runs after the administrator's key is checked and before the body is parsed.
  const options = { onRequest: async () => void requireOAuthServer(context) }
  const withBody = { ...options, schema: { body: ClientBody } }

  app.get(path, options, async (request) => {
    const page = parseCount(queryValue(request, 'page'), 1)
    const perPage = Math.min(parseCount(queryValue(request, 'per_page'), MAX_PER_PAGE), MAX_PER_PAGE)
    const clients = await sql<ClientRow[]>`
      select * from auth.oauth_clients where deleted_at is null order by created_at desc, id
      limit ${perPage} offset ${(page - 1) * perPage}`
    return { clients: clients.map((client) => viewClient(client)) }
  })

  app.post(path, withBody, async (request, reply) => {
    const { client, secret } = await insertClient(sql, request.body, 'manual')
    return reply.code(201).send(viewClient(client, secret))
  })

  app.get(`${path}/:id`, options, async (request) => viewClient(await requireClientOf(request)))

  app.put(`${path}/:id`, withBody, async (request) => {
    const client = await requireClientOf(request)
    const changes = { ...readClient(request.body), ...methodOf(client, request.body) }
    if (Object.keys(changes).length === 0) throw invalid('No fields provided for update')
    const [changed] = await sql<ClientRow[]>`
      update auth.oauth_clients set ${sql({ ...changes, updated_at: new Date() })} where id = ${client.id} returning *`
    return viewClient(changed ?? client)
  })

  app.delete(`${path}/:id`, options, async (request, reply) => {
    const client = await requireClientOf(request)
    await inTransaction(context, async (transaction) => {
      await transaction`update auth.oauth_clients set deleted_at = now() where id = ${client.id}`
      await transaction`delete from auth.sessions where oauth_client_id = ${client.id}`
      await transaction`delete from auth.oauth_authorizations where client_id = ${client.id}`
    })
    return reply.code(204).send()
  })

  app.post(`${path}/:id/regenerate_secret`, options, async (request) => {
    const client = await requireClientOf(request)
    if (client.client_type === 'public') throw invalid('Cannot regenerate secret for public client')
    const secret = newSecret()
    const [changed] = await sql<ClientRow[]>`
      update auth.oauth_clients set client_secret_hash = ${hashSecret(secret)}, updated_at = now()
      where id = ${client.id} returning *`
    return viewClient(changed ?? client, secret)
  })

  async function requireClientOf(request: FastifyRequest): Promise<ClientRow> {
    const client = await findClient(sql, clientIdOf((request.params as { id: string }).id)) // the paths declare :id
    if (!client) throw new AuthError('oauth_client_not_found')
    return client
  }
}

/** A client's type never changes; its authentication method can, within that type. */
function methodOf(client: ClientRow, body: ClientBody): Partial<Pick<ClientRow, 'token_endpoint_auth_method'>> {
  if (body.client_type !== undefined && body.client_type !== client.client_type) {
    throw invalid('client_type cannot be changed')
  }
  if (body.token_endpoint_auth_method === undefined) return {}
  const { token_endpoint_auth_method } = readAuthentication({ ...body, client_type: client.client_type })
  return { token_endpoint_auth_method }
}
