import { hkdfSync } from 'node:crypto'
import { decodeProtectedHeader, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { canSign, type JwkSet, publicPart, type SigningJwk } from './jwk-set.ts'
import { VerifiedTokens } from './verified-tokens.ts'

export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not_yet_valid' | 'issued_in_future' | 'claims'

/** Why a token was refused. `reason` is for code, `message` for the protocol's answer; it never quotes the token. */
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

/** Signs and verifies every token of this installation. Private keys stay inside. */
export interface Keyring {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** @throws {TokenError} */
  verify(token: string): Promise<Readonly<Record<string, unknown>>>
  publicJwks(): { keys: JWK[] }
  readonly apiKeys: ApiKeys
  /** 32 bytes for one purpose (RFC 5869), so that one kind of secret can never stand in for another. */
  deriveSecret(purpose: string): Uint8Array
}

type VerificationKey = Awaited<ReturnType<typeof importJWK>>
interface KnownKey {
  readonly jwk: SigningJwk
  readonly key: VerificationKey
}

/** Tokens signed with clocks a little apart are accepted within this many seconds, as the data API's contract says. */
const CLOCK_SKEW_SECONDS = 30

export interface KeyringOptions {
  /** Whom tokens of people must be for; `authenticated` unless told otherwise. */
  readonly audiences?: readonly string[]
  /** Where keys can be changed while the server runs: hands over each new set. */
  readonly watch?: (changed: (set: JwkSet) => Promise<void>) => void
  /** Asked for the present set when a token names a key that is not known: another process may have it already. */
  readonly reread?: () => Promise<JwkSet | null>
}

/** Everything that a set of keys means, imported once. */
interface Imported {
  readonly set: JwkSet
  readonly known: readonly KnownKey[]
  /** In the order in which they begin to sign. */
  readonly signers: readonly { readonly jwk: SigningJwk; readonly key: VerificationKey; readonly from: number }[]
  readonly verified: VerifiedTokens
}

/** An unknown key may be asked about this often; anybody can make up tokens. */
const REREAD_MS = 1000

/**
 * @param set   the key that signs is the last of those that can and whose time has come
 * @param seed  the installation's own secret, from which purposes are derived
 */
export async function createKeyring(
  set: JwkSet,
  seed: Uint8Array,
  makeApiKeys: (sign: Keyring['sign']) => Promise<ApiKeys>,
  { audiences = ['authenticated'], watch, reread }: KeyringOptions = {},
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
  // What was verified with a key that is gone now is forgotten with it: each set has its own memory.
  watch?.(async (next) => {
    current = await importSet(next)
  })
  return Object.freeze(keyring)
}

type Signer = Imported['signers'][number]

/** @throws {Error} when no key of the set can sign, or one cannot be read */
async function importSet(set: JwkSet): Promise<Imported> {
  const signers = await Promise.all(
    set.keys
      .filter(canSign)
      .map(async (jwk) => ({ jwk, key: await importJWK(jwk, jwk.alg), from: set.signFrom?.[jwk.kid] ?? 0 })),
  )
  if (signers.length === 0) throw new Error('No key of the set can sign.')
  const known = await Promise.all(set.keys.map(importForVerification))
  return { set, signers: signers.toSorted((a, b) => a.from - b.from), known, verified: new VerifiedTokens(10_000) }
}

function isSameSet(one: JwkSet, other: JwkSet): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A token that speaks for a person was made for somebody: an ID token of ours, for one, is for the client that got it. */
function requireAudience(
  claims: Readonly<Record<string, unknown>>,
  audiences: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof claims.sub !== 'string' || claims.sub === '') return claims
  const named = typeof claims.aud === 'string' ? [claims.aud] : Array.isArray(claims.aud) ? claims.aud : []
  if (named.length > 0 && !named.some((one) => audiences.includes(one))) {
    throw new TokenError('claims', 'JWT not in audience')
  }
  return claims
}

async function importForVerification(jwk: SigningJwk): Promise<KnownKey> {
  const material = jwk.kty === 'oct' ? jwk : publicPart(jwk)
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

/** The keys that a token may be signed with: the one that it names, or all of its algorithm. */
function candidatesFor(token: string, known: readonly KnownKey[]): readonly KnownKey[] {
  try {
    const { kid, alg } = decodeProtectedHeader(token)
    // A key is bound to its own algorithm: no HMAC with a public key, no `none`.
    return known.filter(({ jwk }) => jwk.alg === alg && (kid === undefined || jwk.kid === kid))
  } catch {
    return [] // jwtVerify says what is wrong with it
  }
}

async function verifyWith(token: string, known: KnownKey | null): Promise<Readonly<Record<string, unknown>>> {
  const key = () => {
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known.key
  }
  // Times are checked apart from the signature, because only the signature may be cached.
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
