import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { requireProofAfterRecovery } from '../passwords/recovered.ts'
import { redirectFor } from '../redirects/redirects.ts'
import { queryValue } from '../request-input.ts'
import { requireUser } from '../sessions/bearer.ts'
import { parseCodeChallenge } from '../sign-in/flow-state.ts'
import type { Provider } from './provider.ts'
import { insertState, secretOf, setBrowserCookie } from './state.ts'

/** Parameters that a caller must not pass to the provider, in any letter case. */
export const RESERVED_PARAMETERS: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
])
/** Parameters for this service. */
const FOR_US = new Set(['provider', 'scopes', 'redirect_to', 'invite_token', 'skip_http_redirect', 'apikey', 'nonce'])

/** GET /authorize?provider= and GET /user/identities/authorize?provider=: redirect to the provider. */
export const authorize: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/authorize', { onRequest: context.limit('authorize') }, async (request, reply) => {
    const url = await begin(context, request, reply, null)
    return reply.redirect(url.href, 302)
  })

  app.get('/user/identities/authorize', { onRequest: context.limit('authorize') }, async (request, reply) => {
    const person = await requireUser(context, request)
    if (!context.config.auth.manualLinking) throw new AuthError('manual_linking_disabled')
    await requireProofAfterRecovery(context, person)
    const url = await begin(context, request, reply, person.user.id)
    if (queryValue(request, 'skip_http_redirect') === 'true') return { url: url.href }
    return reply.redirect(url.href, 302)
  })
}

async function begin(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  linkingUserId: string | null,
): Promise<URL> {
  const provider = await context.providers.require(queryValue(request, 'provider'))
  const pkce = parseCodeChallenge({
    code_challenge: queryValue(request, 'code_challenge'),
    code_challenge_method: queryValue(request, 'code_challenge_method'),
  })
  const configuration = await provider.configuration()
  const redirectTo = redirectFor(context.config.auth, request)
  const nonce = queryValue(request, 'nonce') ?? null
  const state = await insertState(context.sql, {
    provider: provider.settings.name,
    redirectTo,
    pkce,
    linkingUserId,
    nonce,
  })
  setBrowserCookie(context, reply, state)
  return buildAuthorizationUrl(configuration, {
    ...provider.rules.authorizationParams,
    ...passedOn(request.query),
    redirect_uri: `${context.issuer}/callback`,
    scope: scopesOf(provider, queryValue(request, 'scopes')),
    state,
    ...(provider.rules.nonce ? { nonce: nonce ?? secretOf(context, 'nonce', state) } : {}),
    ...(provider.rules.pkce
      ? {
          code_challenge: await calculatePKCECodeChallenge(secretOf(context, 'verifier', state)),
          code_challenge_method: 'S256',
        }
      : {}),
  })
}

function passedOn(query: unknown): Record<string, string> {
  const given = Object.entries(query as Record<string, unknown>) // guaranteed by Fastify's query parser
  return Object.fromEntries(
    given.filter((entry): entry is [string, string] => {
      const name = entry[0].toLowerCase()
      return typeof entry[1] === 'string' && !RESERVED_PARAMETERS.has(name) && !FOR_US.has(name)
    }),
  )
}

/** Clients separate scopes with blanks or commas. */
function scopesOf({ settings, rules }: Provider, asked = ''): string {
  const first = rules.idToken ? ['openid'] : []
  return [...new Set([...first, ...settings.scopes, ...asked.split(/[\s,]+/).filter(Boolean)])].join(' ')
}
