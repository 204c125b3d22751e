import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  fetchProtectedResource,
  fetchUserInfo,
} from 'openid-client'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { announceNewUser, announceNewUserLater } from '../hooks/new-users.ts'
import { redirectWithCode, redirectWithProviderError, redirectWithTokens } from '../redirects/redirect-results.ts'
import { queryValue } from '../request-input.ts'
import { seal } from '../sealed.ts'
import { openSession } from '../sessions/sessions.ts'
import { insertReleasedFlow } from '../sign-in/flow-state.ts'
import { inTransaction } from '../users/users.ts'
import { askBeforeNewAccount, decideAccount } from './account-decision.ts'
import { mapClaims, type ProviderClaims } from './claims.ts'
import { linkIdentity, noticeLinked } from './link-identity.ts'
import { requireBrowserCookie, type StateRow, secretOf, takeState } from './state.ts'

interface Returned {
  readonly claims: ProviderClaims
  readonly accessToken: string
  readonly refreshToken: string | null
}

/** GET and POST /callback: handles the return from a provider. Every result is a redirect into the app. */
export const callback: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.route({
    method: ['GET', 'POST'],
    url: '/callback',
    onRequest: context.limit('verify'),
    async handler(request, reply) {
      const parameters = parametersOf(request)
      let state: StateRow
      try {
        state = await takeState(context, parameters.get('state') ?? undefined)
        requireBrowserCookie(context, request, state.id)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        // It is unknown whose sign-in this was, so the error goes only to the site itself.
        return reply.redirect(redirectWithProviderError(context.config.auth.siteUrl, error, 'query'), 303)
      }
      try {
        const returned = await exchange(context, state, parameters)
        return reply.redirect(await finish(context, request, state, returned), 302)
      } catch (error) {
        return reply.redirect(redirectWithProviderError(state.redirect_to, explain(context, error), 'both'), 302)
      }
    },
  })
}

function parametersOf(request: FastifyRequest): URLSearchParams {
  const fromForm = request.method === 'POST' ? (request.body as Record<string, unknown>) : {}
  const parameters = new URLSearchParams()
  for (const name of ['state', 'code', 'iss', 'error', 'error_description', 'session_state']) {
    const value = fromForm[name] ?? queryValue(request, name)
    if (typeof value === 'string' && value !== '') parameters.set(name, value)
  }
  return parameters
}

/** Exchanges the code for tokens, server to server; checks state, nonce, signature, audience, issuer and at_hash. */
async function exchange(context: AuthContext, state: StateRow, parameters: URLSearchParams): Promise<Returned> {
  const provider = await context.providers.require(state.provider)
  const { rules } = provider
  const configuration = await provider.configuration()
  const tokens = await authorizationCodeGrant(configuration, new URL(`${context.issuer}/callback?${parameters}`), {
    expectedState: state.id,
    ...(rules.nonce ? { expectedNonce: state.nonce ?? secretOf(context, 'nonce', state.id) } : {}),
    ...(rules.pkce ? { pkceCodeVerifier: secretOf(context, 'verifier', state.id) } : {}),
    idTokenExpected: rules.idToken,
  })
  const kept = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null }
  if (provider.readProfile)
    return { claims: mapClaims(rules, await provider.readProfile(tokens.access_token)), ...kept }
  if (rules.userInfoUrl !== null) {
    const answer = await fetchProtectedResource(configuration, tokens.access_token, new URL(rules.userInfoUrl), 'GET')
    const said = (await answer.json()) as Record<string, unknown> // validated claim by claim below
    return { claims: mapClaims(rules, { ...said, sub: said.sub ?? said.id }), ...kept }
  }
  const signed = tokens.claims()
  if (!signed) throw new AuthError('bad_oauth_callback', { message: 'The provider sent no ID token' })
  const told =
    signed.email === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, signed.sub)
      : {}
  return { claims: mapClaims(rules, { ...told, ...signed }), ...kept }
}

/** Decides on the account, opens a session or releases a code for one, and returns the redirect target. */
async function finish(
  context: AuthContext,
  request: FastifyRequest,
  state: StateRow,
  { claims, accessToken, refreshToken }: Returned,
): Promise<string> {
  const client = clientOf(request)
  const flow = { redirectTo: state.redirect_to, pkce: null }
  if (!state.linking_user_id) await askBeforeNewAccount(context, { provider: state.provider, claims, client })
  const verdict = await inTransaction(context, async (sql) => {
    const decided = state.linking_user_id
      ? await linkIdentity(context, sql, state.linking_user_id, { provider: state.provider, claims, client })
      : await decideAccount(context, sql, { provider: state.provider, claims, client, flow })
    if (decided.kind === 'refused') return decided
    if (state.code_challenge && state.code_challenge_method) {
      const code = await insertReleasedFlow(sql, {
        userId: decided.userId,
        pkce: { challenge: state.code_challenge, method: state.code_challenge_method },
        provider: state.provider,
        providerToken: await seal(context, 'provider-token', accessToken),
        providerRefreshToken: refreshToken && (await seal(context, 'provider-token', refreshToken)),
      })
      return { kind: 'told' as const, userId: decided.userId, at: redirectWithCode(state.redirect_to, code) }
    }
    const session = await openSession(context, sql, { userId: decided.userId, method: 'oauth', client })
    if (!session) throw new AuthError('user_not_found')
    return { kind: 'opened' as const, userId: decided.userId, session }
  })
  if (verdict.kind !== 'refused') await announceNewUser(context, verdict.userId)
  if (verdict.kind !== 'refused' && state.linking_user_id) {
    await noticeLinked(context, state.linking_user_id, state.provider)
  }
  if (verdict.kind === 'told') return verdict.at
  if (verdict.kind === 'opened') {
    const provided = { provider_token: accessToken, ...(refreshToken ? { provider_refresh_token: refreshToken } : {}) }
    return redirectWithTokens(state.redirect_to, await verdict.session.issueTokens(), null, provided)
  }
  // Thrown only here, after the commit, so that the account waiting for its confirmation is kept.
  context.emails.send(verdict.emails)
  announceNewUserLater(context, verdict.userId)
  throw verdict.error
}

function explain(context: AuthContext, error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof AuthorizationResponseError) {
    return new AuthError('bad_oauth_callback', {
      message: error.error_description ?? error.error,
      word: error.error,
      cause: error,
    })
  }
  context.log.warn({ err: error }, "the provider's response contains no proof of identity")
  return new AuthError('bad_oauth_callback', { message: 'The provider could not be asked who you are', cause: error })
}
