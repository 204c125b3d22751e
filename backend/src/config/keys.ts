import { type JwkSet, parseJwkSet } from '../jwt/jwk-set.ts'
import { LONG_SECRET, matching, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type KeysConfig = Readonly<{
  jwtSecret: string | null
  jwtKeys: JwkSet | null
  /** Accepted JWT audiences of user tokens. */
  jwtAudiences: readonly string[]
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
    help: 'JSON Web Key Set with one private key (ES256, RS256 or EdDSA)',
  },
  JWT_SECRET: { ...LONG_SECRET, help: 'HS256 secret of an existing project; with JWT_KEYS it only verifies tokens' },
  JWT_AUDIENCE: {
    ...TEXT,
    default: 'authenticated',
    help: 'accepted audiences of user tokens, comma-separated',
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
    jwtAudiences: env.JWT_AUDIENCE.split(',').map((one) => one.trim()),
    apiKeys: {
      publishableKey: env.PUBLISHABLE_KEY ?? null,
      secretKey: env.SECRET_KEY ?? null,
      anonKey: env.ANON_KEY ?? null,
      serviceRoleKey: env.SERVICE_ROLE_KEY ?? null,
    },
  }
}
