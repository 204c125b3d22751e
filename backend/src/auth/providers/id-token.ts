import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { OAuthStyleError } from '../errors.ts'
import { announceNewUser, announceNewUserLater } from '../hooks/new-users.ts'
import { requireUser } from '../sessions/bearer.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import type { TokenBody } from '../tokens/token-body.ts'
import { inTransaction } from '../users/users.ts'
import { askBeforeNewAccount, decideAccount } from './account-decision.ts'
import { mapClaims } from './claims.ts'
import { linkIdentity, noticeLinked } from './link-identity.ts'
import type { Provider } from './provider.ts'

/** Key sets by provider; the library caches them and refetches them when keys rotate. */
const keySets = new WeakMap<Provider, ReturnType<typeof createRemoteJWKSet>>()

/**
 * POST /token?grant_type=id_token: opens a session for an ID token that a page or an app got from the provider's own button.
 * The issuer is the configured one, never one given by the caller.
 */
export async function signInWithIdToken(
  context: AuthContext,
  body: TokenBody,
  request: Parameters<typeof clientOf>[0],
): Promise<OpenedSession> {
  if (!body.id_token) throw new OAuthStyleError('invalid request', 'id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthStyleError('invalid request', 'provider or client_id and issuer required')
  }
  const provider = await context.providers.requireForToken(body)
  const payload = await verifyIdToken(provider, body.id_token)
  requireAudience(provider, payload)
  if (provider.rules.nonce || !provider.settings.skipNonceCheck) requireNonce(body.nonce, payload.nonce)
  requireAccessToken(body.access_token, payload.at_hash)

  const client = clientOf(request)
  const claims = mapClaims(provider.rules, payload)
  const linkTo = body.link_identity === true ? (await requireUser(context, request)).user.id : null
  const flow = { redirectTo: context.config.auth.siteUrl, pkce: null }
  if (!linkTo) await askBeforeNewAccount(context, { provider: provider.settings.name, claims, client })
  const verdict = await inTransaction(context, async (sql) => {
    const arrival = { provider: provider.settings.name, claims, client, flow }
    const decided = linkTo
      ? await linkIdentity(context, sql, linkTo, arrival)
      : await decideAccount(context, sql, arrival)
    if (decided.kind === 'refused') return decided
    const session = await openSession(context, sql, { userId: decided.userId, method: 'oauth', client })
    if (!session) throw new OAuthStyleError('invalid request', 'Bad ID token')
    return { kind: 'session' as const, userId: decided.userId, session }
  })
  if (verdict.kind === 'session') await announceNewUser(context, verdict.userId)
  if (verdict.kind === 'session' && linkTo) await noticeLinked(context, linkTo, provider.settings.name)
  if (verdict.kind === 'session') return verdict.session
  context.emails.send(verdict.emails)
  announceNewUserLater(context, verdict.userId)
  throw verdict.error
}

function remoteKeys({ fetch }: Provider, address = '') {
  return createRemoteJWKSet(new URL(address), { timeoutDuration: 8000, ...(fetch ? { [customFetch]: fetch } : {}) })
}

async function verifyIdToken(provider: Provider, token: string): Promise<JWTPayload> {
  const badToken = (cause: unknown) =>
    cause instanceof OAuthStyleError ? cause : new OAuthStyleError('invalid request', 'Bad ID token', { cause })
  try {
    decodeProtectedHeader(token) // no provider has to be asked about what is no token
  } catch (cause) {
    throw badToken(cause)
  }
  const metadata = (await provider.configuration()).serverMetadata()
  const keys = keySets.get(provider) ?? remoteKeys(provider, metadata.jwks_uri)
  keySets.set(provider, keys)
  try {
    const { payload } = await jwtVerify(token, keys, { issuer: metadata.issuer, clockTolerance: 10 })
    if (payload.exp === undefined) throw new Error('An ID token must have an expiry (exp).')
    if (!payload.sub) throw new OAuthStyleError('invalid request', 'Missing sub claim in id_token')
    return payload
  } catch (cause) {
    throw badToken(cause)
  }
}

function requireAudience({ settings }: Provider, { aud }: JWTPayload): void {
  const given = typeof aud === 'string' ? [aud] : (aud ?? [])
  const accepted = [settings.clientId, ...settings.acceptableClientIds]
  if (given.some((audience) => accepted.includes(audience))) return
  throw new OAuthStyleError('invalid request', `Unacceptable audience in id_token: [${given.join(' ')}]`)
}

/** The app keeps the nonce and sends its hash to the provider, so only the app can have both. */
function requireNonce(given: string | undefined, signed: unknown): void {
  if (Boolean(given) !== Boolean(signed)) {
    throw new OAuthStyleError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (!given) return
  if (createHash('sha256').update(given).digest('hex') !== signed) {
    throw new OAuthStyleError('invalid nonce', 'Nonces mismatch')
  }
}

/** OpenID Connect Core, section 3.1.3.6: the left half of the access token's hash. */
function requireAccessToken(given: string | undefined, signed: unknown): void {
  if (!given || typeof signed !== 'string') return
  const half = createHash('sha256').update(given).digest().subarray(0, 16).toString('base64url')
  if (half !== signed.replace(/=+$/, '')) throw new OAuthStyleError('invalid request', 'Bad ID token')
}
