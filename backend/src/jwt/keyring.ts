import { hkdfSync } from 'node:crypto'
import { decodeProtectedHeader, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { canSign, type JwkSet, publicPart, type SigningJwk } from './jwk-set.ts'
import type { VerifyForeign } from './third-party.ts'
import { VerifiedTokens } from './verified-tokens.ts'

export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not_yet_valid' | 'issued_in_future' | 'claims'

/** Why a token was refused. `reason` is for code, `message` for the response; it never quotes the token. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly reason: TokenProblem

  constructor(reason: TokenProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export interface ApiKeys {
  readonly publishableKey: string
  readonly secretKey: string
  readonly anonKey: string
  readonly serviceRoleKey: string
}

/** Signs and verifies all tokens of this installation. Private keys never leave it. */
export interface Keyring {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** @throws {TokenError} */
  verify(token: string): Promise<Readonly<Record<string, unknown>>>
  publicJwks(): { keys: JWK[] }
  readonly apiKeys: ApiKeys
  /** Derives 32 bytes for one purpose (RFC 5869), so that secrets are never interchangeable. */
  deriveSecret(purpose: string): Uint8Array
}

type VerificationKey = Awaited<ReturnType<typeof importJWK>>
interface KnownKey {
  readonly jwk: SigningJwk
  readonly key: VerificationKey
}

/** Tolerated clock skew in seconds, as in the data API's contract. */
const CLOCK_SKEW_SECONDS = 30

export interface KeyringOptions {
  /** Accepted audiences of user tokens; default `authenticated`. */
  readonly audiences?: readonly string[]
  /** Reports each new key set, where keys can change while the server runs. */
  readonly watch?: (changed: (set: JwkSet) => Promise<void>) => void
  /** Reads the current set when a token names an unknown key, which another process may have added. */
  readonly reread?: () => Promise<JwkSet | null>
  /** Verifies tokens of other services. */
  readonly verifyForeign?: VerifyForeign
}

/** A key set with its keys imported. */
interface Imported {
  readonly set: JwkSet
  readonly known: readonly KnownKey[]
  /** In the order in which they take effect. */
  readonly signers: readonly { readonly jwk: SigningJwk; readonly key: VerificationKey; readonly from: number }[]
  readonly verified: VerifiedTokens
}

/** Minimum interval of re-reads for unknown keys, since anyone can make up tokens. */
const REREAD_MS = 1000

/**
 * @param set   the signing key is the last one that can sign and is in effect
 * @param seed  the installation's secret, from which purposes are derived
 */
export async function createKeyring(
  set: JwkSet,
  seed: Uint8Array,
  makeApiKeys: (sign: Keyring['sign']) => Promise<ApiKeys>,
  { audiences = ['authenticated'], watch, reread, verifyForeign }: KeyringOptions = {},
): Promise<Keyring> {
  let current = await importSet(set)
  let rereadAt = 0

  const sign: Keyring['sign'] = (claims) => {
    const now = Date.now()
    const { jwk, key } = current.signers.findLast(({ from }) => from <= now) ?? (current.signers[0] as Signer)
    const header = { alg: jwk.alg, typ: 'JWT', kid: jwk.kid }
    return new SignJWT(claims as JWTPayload).setProtectedHeader(header).sign(key)
  }

  async function verifyAnew(token: string): Promise<Readonly<Record<string, unknown>>> {
    const foreign = await verifyForeign?.(token).catch((cause: unknown) => {
      throw new TokenError('signature', 'No suitable key or wrong key type', { cause })
    })
    if (foreign) return foreign
    try {
      return requireAudience(await verifySignature(token, current.known), audiences)
    } catch (error) {
      const mayBeNew = error instanceof TokenError && error.cause instanceof errors.JWKSNoMatchingKey
      if (!reread || !mayBeNew || Date.now() < rereadAt) throw error
      rereadAt = Date.now() + REREAD_MS
      const next = await reread()
      if (!next || isSameSet(next, current.set)) throw error
      current = await importSet(next)
      return requireAudience(await verifySignature(token, current.known), audiences)
    }
  }

  const keyring: Keyring = {
    sign,
    async verify(token) {
      const { verified } = current
      const cached = verified.get(token)
      if (cached) return checkTimes(cached)
      const claims = await verifyAnew(token)
      current.verified.set(token, claims)
      return checkTimes(claims)
    },
    publicJwks: () => ({ keys: current.set.keys.filter((key) => key.kty !== 'oct').map(publicPart) }),
    apiKeys: await makeApiKeys(sign),
    deriveSecret: (purpose) => new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), `souk:${purpose}`, 32)),
  }
  // Each set has its own cache, so that tokens of a removed key are not accepted from it.
  watch?.(async (next) => {
    current = await importSet(next)
  })
  return Object.freeze(keyring)
}

type Signer = Imported['signers'][number]

/** @throws {Error} when the set has no signing key, or a key is invalid */
async function importSet(set: JwkSet): Promise<Imported> {
  const signers = await Promise.all(
    set.keys.filter(canSign).map(async (jwk) => ({
      jwk,
      key: await importJWK({ ...jwk, key_ops: ['sign'] }, jwk.alg),
      from: set.signFrom?.[jwk.kid] ?? 0,
    })),
  )
  if (signers.length === 0) throw new Error('No key of the set can sign.')
  const known = await Promise.all(set.keys.map(importForVerification))
  return { set, signers: signers.toSorted((a, b) => a.from - b.from), known, verified: new VerifiedTokens(10_000) }
}

function isSameSet(one: JwkSet, other: JwkSet): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Roles of tokens that programs make with the installation's secret, with or without an audience. */
const ADMINISTRATORS: ReadonlySet<unknown> = new Set(['service_role', 'supabase_admin'])

/** A user's token must have an accepted audience: our ID tokens, for example, are meant for the client that received them. */
function requireAudience(
  claims: Readonly<Record<string, unknown>>,
  audiences: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof claims.sub !== 'string' || claims.sub === '' || ADMINISTRATORS.has(claims.role)) return claims
  const named = typeof claims.aud === 'string' ? [claims.aud] : Array.isArray(claims.aud) ? claims.aud : []
  if (named.length > 0 && !named.some((one) => audiences.includes(one))) {
    throw new TokenError('claims', 'JWT not in audience')
  }
  return claims
}

async function importForVerification(jwk: SigningJwk): Promise<KnownKey> {
  const material = jwk.kty === 'oct' ? { ...jwk, key_ops: ['verify'] } : publicPart(jwk)
  return { jwk, key: await importJWK(material, jwk.alg) }
}

async function verifySignature(token: string, known: readonly KnownKey[]): Promise<Readonly<Record<string, unknown>>> {
  let failure: unknown = new errors.JWKSNoMatchingKey()
  const candidates = candidatesFor(token, known)
  for (const candidate of candidates.length > 0 ? candidates : [null]) {
    try {
      return await verifyWith(token, candidate)
    } catch (error) {
      failure = error
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw tokenError(failure)
}

/** Keys that may have signed a token: the one that it names, or all of its algorithm. */
function candidatesFor(token: string, known: readonly KnownKey[]): readonly KnownKey[] {
  try {
    const { kid, alg } = decodeProtectedHeader(token)
    // Keys are bound to their algorithm: no HMAC with a public key, no `none`.
    return known.filter(({ jwk }) => jwk.alg === alg && (kid === undefined || jwk.kid === kid))
  } catch {
    return [] // jwtVerify reports the error
  }
}

async function verifyWith(token: string, known: KnownKey | null): Promise<Readonly<Record<string, unknown>>> {
  const key = () => {
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known.key
  }
  // Times are checked separately, because only the signature may be cached.
  const anyTime = { currentDate: new Date(0), clockTolerance: Number.MAX_SAFE_INTEGER }
  const { payload } = await jwtVerify(token, key, anyTime)
  if (!isAudience(payload.aud)) {
    throw new TokenError('claims', "The JWT 'aud' claim must be a string or an array of strings")
  }
  return Object.freeze(payload as Record<string, unknown>)
}

function isAudience(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'string') return true
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

const TIMES = ['exp', 'nbf', 'iat']

function tokenError(error: unknown): TokenError {
  if (error instanceof TokenError) return error
  if (error instanceof errors.JWTClaimValidationFailed) {
    const message = TIMES.includes(error.claim) ? `The JWT '${error.claim}' claim must be a number` : error.message
    return new TokenError('claims', message, { cause: error })
  }
  const malformed = error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid
  return malformed
    ? new TokenError('malformed', error.message, { cause: error })
    : new TokenError('signature', 'signature verification failed', { cause: error })
}

function checkTimes(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const now = Date.now() / 1000
  const { exp, nbf, iat } = claims
  if (typeof exp === 'number' && now - CLOCK_SKEW_SECONDS > exp) throw new TokenError('expired', 'token has expired')
  if (typeof nbf === 'number' && now + CLOCK_SKEW_SECONDS < nbf)
    throw new TokenError('not_yet_valid', 'token is not valid yet')
  if (typeof iat === 'number' && now + CLOCK_SKEW_SECONDS < iat)
    throw new TokenError('issued_in_future', 'token was issued in the future')
  return claims
}
