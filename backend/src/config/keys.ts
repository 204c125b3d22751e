import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { type JwkSet, parseJwkSet } from '../jwt/jwk-set.ts'
import type { ThirdParty } from '../jwt/third-party.ts'
import { matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type KeysConfig = Readonly<{
  jwtSecret: string | null
  jwtKeys: JwkSet | null
  /** Accepted JWT audiences of user tokens. */
  jwtAudiences: readonly string[]
  /** Services whose tokens are accepted beside ours. */
  thirdParties: readonly ThirdParty[]
  apiKeys: Readonly<{
    publishableKey: string | null
    secretKey: string | null
    anonKey: string | null
    serviceRoleKey: string | null
  }>
}>

export const KEY_VARIABLES = {
  JWT_KEYS: {
    ...TEXT,
    otherwise: 'a generated ES256 key',
    help: 'JSON Web Key Set, or its array of keys; the first private key (ES256, RS256 or EdDSA) signs',
  },
  JWT_SECRET: {
    ...TEXT,
    help: 'HS256 secret of an existing project, in production of at least 32 characters; with JWT_KEYS it only verifies tokens',
  },
  JWT_AUDIENCE: {
    ...TEXT,
    default: 'authenticated',
    help: 'accepted audiences of user tokens, comma-separated',
  },
  JWT_THIRD_PARTIES: {
    ...TEXT,
    help: 'services whose tokens are accepted too, as a JSON array of `{issuer, jwksUrl}`; the role is that of their claim `role`',
  },
  PUBLISHABLE_KEY: {
    ...matching(
      '^sb_publishable_[A-Za-z0-9_-]{16,}$',
      'sb_publishable_ followed by at least 16 letters, digits, _ or -',
    ),
    otherwise: 'generated once',
    help: 'API key for browsers',
  },
  SECRET_KEY: {
    ...matching('^sb_secret_[A-Za-z0-9_-]{16,}$', 'sb_secret_ followed by at least 16 letters, digits, _ or -'),
    otherwise: 'generated once',
    help: 'API key for servers; bypasses row level security',
  },
  ANON_KEY: { ...TEXT, otherwise: 'generated once', help: 'legacy API key for browsers' },
  SERVICE_ROLE_KEY: { ...TEXT, otherwise: 'generated once', help: 'legacy API key for servers' },
} as const satisfies Variables

/** `problem` describes why JWT_KEYS cannot be used. */
export function readJwtKeys({ JWT_KEYS: text }: { readonly JWT_KEYS?: string }): {
  jwtKeys: JwkSet | null
  problem: string | null
} {
  try {
    return { jwtKeys: text === undefined ? null : parseJwkSet(text), problem: null }
  } catch (error) {
    return { jwtKeys: null, problem: `JWT_KEYS ${error instanceof Error ? error.message : 'cannot be read'}` }
  }
}

export function readKeys(env: Values<typeof KEY_VARIABLES>): KeysConfig {
  return {
    jwtSecret: env.JWT_SECRET ?? null,
    jwtKeys: readJwtKeys(env).jwtKeys,
    thirdParties: readThirdParties(env) ?? [],
    jwtAudiences: env.JWT_AUDIENCE.split(',').map((one) => one.trim()),
    apiKeys: {
      publishableKey: env.PUBLISHABLE_KEY ?? null,
      secretKey: env.SECRET_KEY ?? null,
      anonKey: env.ANON_KEY ?? null,
      serviceRoleKey: env.SERVICE_ROLE_KEY ?? null,
    },
  }
}

const partiesCheck = Compile(
  Type.Array(
    Type.Object({ issuer: Type.String({ pattern: '^https?://' }), jwksUrl: Type.String({ pattern: '^https?://' }) }),
  ),
)

/** Null for what cannot be used. */
function readThirdParties({
  JWT_THIRD_PARTIES: text,
}: {
  readonly JWT_THIRD_PARTIES?: string
}): readonly ThirdParty[] | null {
  if (text === undefined) return []
  try {
    const value: unknown = JSON.parse(text)
    return partiesCheck.Check(value) ? value : null
  } catch {
    return null
  }
}

export function thirdPartyProblem(env: { readonly JWT_THIRD_PARTIES?: string }): string | null {
  return readThirdParties(env) === null
    ? 'JWT_THIRD_PARTIES must be a JSON array of objects with issuer and jwksUrl'
    : null
}

/** A short secret can be guessed from any token that it signed. */
export function keysProblem({
  JWT_SECRET,
  NODE_ENV,
}: {
  readonly JWT_SECRET?: string
  readonly NODE_ENV?: string
}): string | null {
  const isShort = JWT_SECRET !== undefined && JWT_SECRET.length < 32 && NODE_ENV === 'production'
  return isShort ? 'JWT_SECRET must be at least 32 characters' : null
}
