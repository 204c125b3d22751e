import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { announceNewUser } from '../hooks/new-users.ts'
import { askBeforeNewAccount, decideAccount } from '../providers/account-decision.ts'
import type { ProviderClaims } from '../providers/claims.ts'
import { redirectWithCode, redirectWithProviderError, redirectWithTokens } from '../redirects/redirect-results.ts'
import { mayRedirectTo } from '../redirects/redirects.ts'
import { isUuid } from '../sessions/bearer.ts'
import { limitSession, openSession } from '../sessions/sessions.ts'
import { insertReleasedFlow } from '../sign-in/flow-state.ts'
import { inTransaction } from '../users/users.ts'
import { type Assertion, notValid, peekResponse, readAssertion } from './assertion.ts'
import { hasDeclarations, readIdpMetadata } from './idp-metadata.ts'
import { type RelayState, requireBrowserCookie, takeRelayState } from './relay-state.ts'
import { readSamlClaims } from './saml-claims.ts'
import { findSamlProvider, findSamlProviderByEntity, providerNameOf, type SamlProviderRow } from './saml-provider.ts'
import { nameSession } from './saml-sessions.ts'
import { requireSaml, serviceProviderFor, serviceUrls } from './service-provider.ts'
import { useUp } from './use-up.ts'

const AcsBody = Type.Object({ SAMLResponse: Type.Optional(Type.String()), RelayState: Type.Optional(Type.String()) })

/** The organisation that sent the user back, and the original request; `state` is null if there was none. */
interface Arrived {
  readonly provider: SamlProviderRow
  readonly state: RelayState | null
  readonly redirectTo: string
}

/** POST /sso/saml/acs: where organisations send users back to. Every result is a redirect. */
export const samlAcs: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const limit = context.limit('samlAcs')
  const onRequest: typeof limit = async (request, reply) => {
    requireSaml(context)
    return limit(request, reply)
  }

  app.post('/sso/saml/acs', { onRequest, schema: { body: AcsBody } }, async (request, reply) => {
    try {
      return reply.redirect(await receive(context, request, request.body), 302)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      request.log.info({ err: error }, 'a SAML response was rejected')
      return reply.redirect(redirectWithProviderError(context.config.auth.siteUrl, error, 'query'), 303)
    }
  })
}

async function receive(context: AuthContext, request: FastifyRequest, body: Static<typeof AcsBody>): Promise<string> {
  const xml = Buffer.from(body.SAMLResponse ?? '', 'base64').toString('utf8')
  if (xml === '') throw invalid('SAMLResponse is missing')
  if (xml.includes('\0')) throw invalid('SAMLResponse is not XML') // PostgreSQL can't store NUL
  if (hasDeclarations(xml)) throw invalid('SAMLResponse must not have a document type')
  const { issuer, destination, isEncrypted } = peekResponse(xml)
  const arrived = await identifyArrival(context, request, body.RelayState ?? '', issuer)
  const { acs } = serviceUrls(context)
  if (destination !== null && destination !== acs) throw notValid('it was sent to another address')
  const idp = readIdpMetadata(arrived.provider.metadata_xml)
  const assertion = readAssertion(await verify(context, arrived.provider, xml, isEncrypted), {
    issuer: idp.entityId,
    recipient: acs,
    requestId: arrived.state?.request_id ?? null,
    now: new Date(),
  })
  const claims = readSamlClaims(assertion, arrived.provider.attribute_mapping, idp.entityId)
  return finish(context, request, arrived, assertion, claims)
}

async function identifyArrival(
  context: AuthContext,
  request: FastifyRequest,
  relayState: string,
  issuer: string,
): Promise<Arrived> {
  const { sql, config } = context
  const state = isUuid(relayState) ? await takeRelayState(context, relayState) : null
  if (state) requireBrowserCookie(context, request, state)
  const provider = state
    ? await findSamlProvider(sql, state.sso_provider_id)
    : await findSamlProviderByEntity(sql, issuer)
  if (!provider) throw new AuthError('saml_idp_not_found')
  if (provider.disabled) throw new AuthError('sso_provider_disabled')
  const asked = state ? (state.redirect_to ?? '') : relayState
  return { provider, state, redirectTo: mayRedirectTo(config.auth, asked) ? asked : config.auth.siteUrl }
}

/** The part of a response that the organisation's signature covers, decrypted if necessary; the rest is ignored. */
async function verify(
  context: AuthContext,
  provider: SamlProviderRow,
  xml: string,
  isEncrypted: boolean,
): Promise<unknown> {
  const saml = await serviceProviderFor(context, provider)
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch((cause: unknown) => {
      // One error for every failure: if they could be told apart, an intercepted response could be decrypted guess by guess.
      if (isEncrypted) throw notValid('what is encrypted could not be read, or is not signed', cause)
      throw notValid(cause instanceof Error ? cause.message : 'its signature could not be verified', cause)
    })
  const verified: unknown = profile?.getAssertion?.()
  if (!verified) throw notValid('it holds no assertion')
  return verified
}

/** Decides on the account, opens a session or releases a code for one, and returns the redirect target. */
async function finish(
  context: AuthContext,
  request: FastifyRequest,
  { provider, state, redirectTo }: Arrived,
  assertion: Assertion,
  claims: ProviderClaims,
): Promise<string> {
  const client = clientOf(request)
  const name = providerNameOf(provider.id)
  const flow = { redirectTo, pkce: null }
  const method = 'sso/saml'
  const { nameId, sessionIndex, sessionNotAfter } = assertion
  const named = nameId === null ? null : { providerId: provider.id, nameId, sessionIndex }
  await askBeforeNewAccount(context, { provider: name, claims, client })
  const { userId, opened } = await inTransaction(context, async (sql) => {
    if (!(await useUp(sql, provider, assertion))) throw notValid('it has already been used')
    const decided = await decideAccount(context, sql, { provider: name, claims, client, flow })
    if (decided.kind === 'refused') throw decided.error // addresses of organisations are never unconfirmed
    const { userId } = decided
    if (state?.code_challenge && state.code_challenge_method) {
      const pkce = { challenge: state.code_challenge, method: state.code_challenge_method }
      const code = await insertReleasedFlow(sql, { userId, pkce, provider: name, method, sessionNotAfter, named })
      return { userId, opened: code }
    }
    const session = await openSession(context, sql, { userId, method, client })
    if (!session) throw new AuthError('user_not_found')
    await limitSession(sql, session.sessionId, sessionNotAfter)
    if (named) await nameSession(sql, session.sessionId, named)
    return { userId, opened: session }
  })
  await announceNewUser(context, userId)
  if (typeof opened === 'string') return redirectWithCode(redirectTo, opened)
  return redirectWithTokens(redirectTo, await opened.issueTokens(), null)
}
