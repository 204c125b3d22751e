import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { isUuid } from '../sessions/bearer.ts'
import { PkceFields, parseCodeChallenge } from '../sign-in/flow-state.ts'
import { canKeepCookie, insertRelayState, setBrowserCookie } from './relay-state.ts'
import { findSamlProvider, findSamlProviderByDomain, type SamlProviderRow } from './saml-provider.ts'
import { requireSaml, serviceProviderFor } from './service-provider.ts'

const SsoBody = Type.Object({
  ...PkceFields,
  provider_id: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
  redirect_to: Type.Optional(Type.String({ maxLength: 8192 })),
  skip_http_redirect: Type.Optional(Type.Boolean()),
})

/** POST /sso: redirects to an organisation's identity provider with a signed request. */
export const startSso: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const limit = context.limit('sso')
  const onRequest: typeof limit = async (request, reply) => {
    requireSaml(context)
    return limit(request, reply)
  }

  app.post('/sso', { onRequest, preHandler: context.captcha, schema: { body: SsoBody } }, async (request, reply) => {
    const { body } = request
    const provider = await requireProvider(context, body)
    const pkce = parseCodeChallenge(body)
    const requestId = `id-${randomBytes(20).toString('hex')}`
    const boundToBrowser = canKeepCookie(request)
    const relayState = await insertRelayState(context, {
      ssoProviderId: provider.id,
      requestId,
      redirectTo: body.redirect_to || null,
      pkce,
      boundToBrowser,
    })
    const saml = await serviceProviderFor(context, provider, requestId)
    const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
    if (boundToBrowser) setBrowserCookie(context, reply, relayState)
    if (body.skip_http_redirect === true) return { url }
    return reply.redirect(url, 303)
  })
}

async function requireProvider({ sql }: AuthContext, body: Static<typeof SsoBody>): Promise<SamlProviderRow> {
  const { provider_id: id, domain } = body
  if (id && domain) throw invalid('Only one of provider_id or domain supported')
  if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
  const provider = id
    ? await findSamlProvider(sql, isUuid(id) ? id : '')
    : await findSamlProviderByDomain(sql, domain ?? '')
  if (!provider) {
    const message = id ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
    throw new AuthError('sso_provider_not_found', { message })
  }
  if (provider.disabled) throw new AuthError('sso_provider_disabled')
  return provider
}
