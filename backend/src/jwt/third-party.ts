import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'

/** A service whose tokens are accepted beside ours, as Auth0 or Clerk. */
export interface ThirdParty {
  readonly issuer: string
  readonly jwksUrl: string
}

/** Verifies a token of a service that is not ours; null when no such service issued it. Throws for one that is not valid. */
export type VerifyForeign = (token: string) => Promise<Readonly<Record<string, unknown>> | null>

/** Keys are fetched at the first token of a service, and again when it names an unknown one. */
export function verifierOf(parties: readonly ThirdParty[]): VerifyForeign {
  const known = new Map(parties.map(({ issuer, jwksUrl }) => [plain(issuer), createRemoteJWKSet(new URL(jwksUrl))]))
  return async (token) => {
    if (known.size === 0) return null
    const { iss } = decodeJwt(token)
    const keys = iss === undefined ? undefined : known.get(plain(iss))
    if (!keys) return null
    const { payload } = await jwtVerify(token, keys, { algorithms: ['RS256', 'ES256', 'EdDSA', 'PS256'] })
    return payload
  }
}

const plain = (issuer: string) => issuer.replace(/\/+$/, '')
