import { hkdfSync } from 'node:crypto'
import { decodeProtectedHeader, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { canSign, type JwkSet, type SigningJwk } from './jwk-set.ts'
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

/**
 * @param set   exactly one key of it signs
 * @param seed  the installation's own secret, from which purposes are derived
 */
export async function createKeyring(
  set: JwkSet,
  seed: Uint8Array,
  makeApiKeys: (sign: Keyring['sign']) => Promise<ApiKeys>,
): Promise<Keyring> {
  const signingJwk = set.keys.find(canSign)
  if (!signingJwk) throw new Error('No key of the set can sign.')
  const signingKey = await importJWK(signingJwk, signingJwk.alg)
  const known = await Promise.all(set.keys.map(importForVerification))
  const verified = new VerifiedTokens(10_000)

  const sign: Keyring['sign'] = (claims) =>
    new SignJWT(claims as JWTPayload)
      .setProtectedHeader({ alg: signingJwk.alg, typ: 'JWT', kid: signingJwk.kid })
      .sign(signingKey)

  const keyring: Keyring = {
    sign,
    async verify(token) {
      const cached = verified.get(token)
      if (cached) return checkTimes(cached)
      const claims = await verifySignature(token, known)
      verified.set(token, claims)
      return checkTimes(claims)
    },
    publicJwks: () => ({ keys: set.keys.filter((key) => key.kty !== 'oct').map(publicPart) }),
    apiKeys: await makeApiKeys(sign),
    deriveSecret: (purpose) => new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), `souk:${purpose}`, 32)),
  }
  return Object.freeze(keyring)
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

const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg'] as const

function publicPart(jwk: SigningJwk): JWK {
  const visible = Object.fromEntries(
    PUBLIC_MEMBERS.filter((name) => jwk[name] !== undefined).map((name) => [name, jwk[name]]),
  )
  return { ...visible, use: 'sig', key_ops: ['verify'] } as JWK
}
