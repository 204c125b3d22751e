import { hkdfSync } from 'node:crypto'
import { errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
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
  try {
    // Times are checked apart from the signature, because only the signature may be cached.
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const found = known.find(({ jwk }) =>
          header.kid ? jwk.kid === header.kid : jwk.alg === header.alg && jwk.kty === 'oct',
        )
        // A key is bound to its own algorithm: no HMAC with a public key, no `none`.
        if (!found || found.jwk.alg !== header.alg) throw new errors.JWKSNoMatchingKey()
        return found.key
      },
      { currentDate: new Date(0), clockTolerance: Number.MAX_SAFE_INTEGER },
    )
    return Object.freeze(payload as Record<string, unknown>)
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new TokenError('claims', error.message, { cause: error })
    const malformed = error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid
    throw malformed
      ? new TokenError('malformed', error.message, { cause: error })
      : new TokenError('signature', 'signature verification failed', { cause: error })
  }
}

function checkTimes(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const now = Date.now() / 1000
  const { exp, nbf, iat } = claims
  for (const value of [exp, nbf, iat]) {
    if (value !== undefined && typeof value !== 'number')
      throw new TokenError('claims', 'exp, nbf and iat must be numbers')
  }
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
