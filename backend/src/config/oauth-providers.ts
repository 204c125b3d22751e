import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { LOOPBACK } from './providers.ts'

/** Sign-in providers without OpenID Connect whose addresses and profiles are known (`auth/providers/known.ts`). */
export const KNOWN_OAUTH_PROVIDERS = [
  ...(['bitbucket', 'discord', 'facebook', 'figma', 'github'] as const),
  ...(['gitlab', 'kakao', 'notion', 'spotify', 'zoom'] as const),
] as const
export type KnownOAuthProvider = (typeof KNOWN_OAUTH_PROVIDERS)[number]

export const isKnownOAuthProvider = (name: string): boolean => KNOWN_OAUTH_PROVIDERS.some((known) => known === name)

/** A known provider, as the operator has registered with it. */
export type OAuthProviderConfig = Readonly<{
  name: KnownOAuthProvider
  clientId: string
  clientSecret: string
  /** Address of a self-hosted one; null for the public one. */
  url: string | null
  /** Null for those that signing in needs. */
  scopes: readonly string[] | null
  /** Whether accounts without an email address may be made. */
  emailOptional: boolean
}>

const Given = Type.Object({
  name: Type.Enum([...KNOWN_OAUTH_PROVIDERS]),
  clientId: Type.String({ minLength: 1 }),
  clientSecret: Type.String({ minLength: 1 }),
  url: Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$' })),
  scopes: Type.Optional(Type.Array(Type.String())),
  emailOptional: Type.Optional(Type.Boolean()),
})
const givenCheck = Compile(Type.Array(Given, { maxItems: 30 }))

/** The providers of `OAUTH_PROVIDERS`; `problem` describes errors in it. */
export function readOAuthProviders({ OAUTH_PROVIDERS: text }: { readonly OAUTH_PROVIDERS?: string }): {
  readonly oauthProviders: readonly OAuthProviderConfig[]
  readonly problem: string | null
} {
  const given = parse(text)
  if (given === null) {
    const problem = `OAUTH_PROVIDERS must be a JSON array of objects with name (one of ${KNOWN_OAUTH_PROVIDERS.join(', ')}), clientId and clientSecret`
    return { oauthProviders: [], problem }
  }
  const plain = given.find(({ url }) => url?.startsWith('http:') && !LOOPBACK.test(url))
  if (plain) return { oauthProviders: [], problem: `The url of "${plain.name}" must begin with https://` }
  const oauthProviders = given.map(({ url, scopes, emailOptional, ...rest }) => ({
    ...rest,
    url: url?.replace(/\/+$/, '') ?? null,
    scopes: scopes ?? null,
    emailOptional: emailOptional ?? false,
  }))
  return { oauthProviders, problem: null }
}

function parse(text: string | undefined) {
  if (text === undefined) return []
  try {
    const value: unknown = JSON.parse(text)
    return givenCheck.Check(value) ? value : null
  } catch {
    return null
  }
}
