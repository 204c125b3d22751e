import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { FLAG, HTTP_URL, oneOf, TEXT } from './kinds.ts'
import type { Variables } from './own-config.ts'

/** A sign-in provider (OpenID Connect). */
export type ProviderConfig = Readonly<{
  /** Name used by clients: `google`, `keycloak`. */
  name: string
  /** Its issuer URL; endpoints and keys come from its discovery document. Never taken from a caller. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Client ids of our other apps whose ID tokens are accepted too. */
  acceptableClientIds: readonly string[]
  scopes: readonly string[]
  /** Accepts ID tokens whatever their nonce, as native apps of some providers need. */
  skipNonceCheck: boolean
  /** Whether accounts without an email address may be made. */
  emailOptional: boolean
}>

const Given = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9_:-]{1,39}$' }),
  issuer: Type.String({ pattern: '^https?://[^\\s]+$' }),
  clientId: Type.String({ minLength: 1 }),
  clientSecret: Type.String({ minLength: 1 }),
  acceptableClientIds: Type.Optional(Type.Array(Type.String())),
  scopes: Type.Optional(Type.Array(Type.String())),
  skipNonceCheck: Type.Optional(Type.Boolean()),
  emailOptional: Type.Optional(Type.Boolean()),
})
const givenCheck = Compile(Type.Array(Given, { maxItems: 30 }))

export const REACHES = ['off', 'public', 'any'] as const

export const PROVIDER_VARIABLES = {
  GOOGLE_CLIENT_ID: { ...TEXT, help: 'Google client ID; register `<PUBLIC_URL>/auth/v1/callback` there' },
  GOOGLE_CLIENT_SECRET: { ...TEXT, help: 'its secret' },
  GOOGLE_ISSUER: { ...HTTP_URL, default: 'https://accounts.google.com', help: 'custom issuer URL' },
  OIDC_PROVIDERS: { ...TEXT, help: 'OpenID providers, as a JSON array of `{name, issuer, clientId, clientSecret}`' },
  OAUTH_PROVIDERS: {
    ...TEXT,
    help: 'GitHub, Discord and other known providers, as a JSON array of `{name, clientId, clientSecret}`; `url` for one of your own, `scopes`, `emailOptional`',
  },
  AUTH_CUSTOM_PROVIDERS: {
    ...oneOf(REACHES),
    default: 'public',
    help: 'whether administrators may add providers: `public` addresses only, `any`, or `off`',
  },
  AUTH_MANUAL_LINKING: { ...FLAG, default: '0', help: '1 lets users link and unlink identities' },
} as const satisfies Variables

/** The only addresses of providers that may begin with http. */
export const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/

/** Variables that must be set together. */
export const PROVIDER_GROUPS = [['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']] as const

/** The providers of `GOOGLE_*` and `OIDC_PROVIDERS`; `problem` describes errors in the latter. */
export function readProviders(env: {
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
  GOOGLE_ISSUER?: string
  OIDC_PROVIDERS?: string
}): { providers: readonly ProviderConfig[]; problem: string | null } {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env
  const google =
    clientId && clientSecret
      ? [{ name: 'google', issuer: issuer ?? PROVIDER_VARIABLES.GOOGLE_ISSUER.default, clientId, clientSecret }]
      : []
  const others = parse(env.OIDC_PROVIDERS)
  if (others === null) {
    const problem = 'OIDC_PROVIDERS must be a JSON array of objects with name, issuer, clientId and clientSecret'
    return { providers: [], problem }
  }
  const providers = [...google, ...others].map(complete)
  const plain = providers.find((one) => one.issuer.startsWith('http:') && !LOOPBACK.test(one.issuer))
  if (plain) return { providers: [], problem: `The issuer of "${plain.name}" must begin with https://` }
  if (new Set(providers.map(({ name }) => name)).size < providers.length) {
    return { providers: [], problem: 'OIDC_PROVIDERS must give every provider a unique name' }
  }
  return { providers, problem: null }
}

function parse(text: string | undefined): Static<typeof Given>[] | null {
  if (text === undefined) return []
  try {
    const value: unknown = JSON.parse(text)
    return givenCheck.Check(value) ? value : null
  } catch {
    return null
  }
}

function complete(given: Static<typeof Given>): ProviderConfig {
  return {
    ...given,
    issuer: given.issuer.replace(/\/+$/, ''),
    acceptableClientIds: given.acceptableClientIds ?? [],
    scopes: given.scopes ?? ['email', 'profile'],
    skipNonceCheck: given.skipNonceCheck ?? false,
    emailOptional: given.emailOptional ?? true,
  }
}
