import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { type CodeChallenge, parseCodeChallenge } from '../sign-in/flow-state.ts'
import { type ClientRow, findClient } from './clients.ts'
import { requireOAuthServer } from './enabled.ts'
import { redirectBack } from './redirect-back.ts'
import { readScopes } from './scopes.ts'

/** Time for the user to sign in and decide. */
const LIFE_SECONDS = 600
/** 24 random bytes are 32 characters of base64url. */
const ID_BYTES = 24
const LONGEST_TEXT = 4096

type Query = Readonly<Record<string, string | string[] | undefined>>

interface Asked {
  readonly pkce: CodeChallenge
  readonly scopes: readonly string[]
  readonly nonce: string | null
  readonly resource: string | null
}

/** GET /oauth/authorize: applications send users here; redirects to the consent page. */
export const oauthAuthorize: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const { sql, config } = context
  app.get('/oauth/authorize', { onRequest: context.limit('authorize') }, async (request, reply) => {
    const query = request.query as Query // guaranteed by Fastify's query parser
    const { client, redirectUri } = await requireClientAndRedirect(context, query)
    const state = typeof query.state === 'string' ? query.state : null
    const asked = readRequest(query, context.applications.scopes)
    if (typeof asked === 'string') {
      const why = { error: 'invalid_request', error_description: asked }
      return reply.redirect(redirectBack(redirectUri, { ...why, ...(state === null ? {} : { state }) }), 302)
    }
    const id = randomBytes(ID_BYTES).toString('base64url')
    const { pkce, scopes, nonce, resource } = asked
    await sql`
      with old as (
        delete from auth.oauth_authorizations where id in (
          select id from auth.oauth_authorizations where expires_at < now() - interval '1 day' limit 50
          for update skip locked)
      )
      insert into auth.oauth_authorizations (authorization_id, client_id, redirect_uri, scopes, state, resource, nonce,
        code_challenge, code_challenge_method, expires_at)
      values (${id}, ${client.id}, ${redirectUri}, ${[...scopes]}, ${state}, ${resource}, ${nonce}, ${pkce.challenge},
        ${pkce.method}, now() + make_interval(secs => ${LIFE_SECONDS}))`
    const page = `${config.auth.siteUrl.replace(/\/+$/, '')}${requireOAuthServer(context).consentPath}`
    return reply.redirect(redirectBack(page, { authorization_id: id }), 302)
  })
}

/** Redirects only for a known client and one of its registered URIs. @throws {AuthError} 400 */
async function requireClientAndRedirect(
  { sql }: AuthContext,
  query: Query,
): Promise<{ client: ClientRow; redirectUri: string }> {
  const client = await findClient(sql, query.client_id)
  if (!client) throw new AuthError('oauth_client_not_found', { status: 400, message: 'invalid client_id' })
  const { redirect_uri: redirectUri } = query
  if (typeof redirectUri !== 'string' || !client.redirect_uris.includes(redirectUri))
    throw invalid('invalid redirect_uri')
  return { client, redirectUri }
}

/** The parsed request, or an error message for the application. */
function readRequest(query: Query, dataScopes: readonly string[]): Asked | string {
  const twice = Object.entries(query).find(([, value]) => Array.isArray(value))
  if (twice) return `${twice[0]} is given more than once`
  const { response_type: type, nonce, resource, state } = query as Record<string, string | undefined>
  if (type !== 'code') return 'response_type must be code'
  if ([nonce, resource, state].some((text) => (text ?? '').length > LONGEST_TEXT)) return 'a parameter is too long'
  if (resource && (!URL.canParse(resource) || resource.includes('#'))) {
    return 'resource must be an absolute URI without a fragment'
  }
  const scopes = readScopes(query.scope as string | undefined, dataScopes)
  if (scopes === null) return 'scope holds something that is not known here'
  const pkce = readChallenge(query as Record<string, string | undefined>)
  return typeof pkce === 'string' ? pkce : { pkce, scopes, nonce: nonce || null, resource: resource || null }
}

function readChallenge(query: Record<string, string | undefined>): CodeChallenge | string {
  try {
    return parseCodeChallenge(query) ?? 'code_challenge and code_challenge_method are required'
  } catch (error) {
    if (error instanceof AuthError) return error.message
    throw error
  }
}
