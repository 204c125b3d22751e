import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError, OAuthStyleError } from '../errors.ts'
import { type ClientRow, findClient, hasSecret } from './clients.ts'

interface Given {
  readonly method: ClientRow['token_endpoint_auth_method']
  readonly id: string
  readonly secret: string
}

/**
 * Authenticates the application that sent a request by the one method that it registered (OAuth 2.1, section 2.4).
 * @throws {AuthError} `invalid_credentials`, the same for an unknown client, a wrong secret and another method
 */
export async function requireClient(
  { sql }: AuthContext,
  request: FastifyRequest,
  body: { client_id?: string; client_secret?: string },
): Promise<ClientRow> {
  const given = readCredentials(request.headers.authorization, body)
  const client = await findClient(sql, given.id)
  const isProven =
    client?.token_endpoint_auth_method === given.method && (given.method === 'none' || hasSecret(client, given.secret))
  if (!client || !isProven) throw new AuthError('invalid_credentials', { message: 'Invalid client credentials' })
  return client
}

function readCredentials(header: string | undefined, body: { client_id?: string; client_secret?: string }): Given {
  const basic = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  if (basic !== undefined) {
    const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
    const given: Given = { method: 'client_secret_basic', id: decoded(id), secret: decoded(rest.join(':')) }
    const saysOther = body.client_id !== undefined && body.client_id !== given.id
    if (body.client_secret !== undefined || saysOther) {
      throw new OAuthStyleError('invalid_request', 'Client credentials are given more than once')
    }
    return given
  }
  if (!body.client_id) throw new OAuthStyleError('invalid_client', 'client_id is required')
  const { client_id: id, client_secret: secret } = body
  return secret === undefined ? { method: 'none', id, secret: '' } : { method: 'client_secret_post', id, secret }
}

/** Both halves of the header are form-encoded (RFC 6749, section 2.3.1). */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
