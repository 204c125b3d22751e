import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

/** Somebody else whom people may sign in through (OpenID Connect). */
export type ProviderConfig = Readonly<{
  /** How clients name it: `google`, `keycloak`. */
  name: string
  /** Its address; endpoints and keys come from its discovery document. Never taken from a caller. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Client ids of other apps of ours whose ID tokens are accepted too. */
  acceptableClientIds: readonly string[]
  scopes: readonly string[]
}>

const Given = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9_:-]{1,39}$' }),
  issuer: Type.String({ pattern: '^https?://[^\\s]+$' }),
  clientId: Type.String({ minLength: 1 }),
  clientSecret: Type.String({ minLength: 1 }),
  acceptableClientIds: Type.Optional(Type.Array(Type.String())),
  scopes: Type.Optional(Type.Array(Type.String())),
})
const givenCheck = Compile(Type.Array(Given, { maxItems: 30 }))

const GOOGLE_ISSUER = 'https://accounts.google.com'
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/

/** The providers of `GOOGLE_*` and `OIDC_PROVIDERS`; `problem` says in words what is wrong with the latter. */
export function readProviders(env: {
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
  GOOGLE_ISSUER?: string
  OIDC_PROVIDERS?: string
}): { providers: readonly ProviderConfig[]; problem: string | null } {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env
  const google =
    clientId && clientSecret ? [{ name: 'google', issuer: issuer ?? GOOGLE_ISSUER, clientId, clientSecret }] : []
  const others = parse(env.OIDC_PROVIDERS)
  if (others === null) {
    const problem = 'OIDC_PROVIDERS must be a JSON array of objects with name, issuer, clientId and clientSecret'
    return { providers: [], problem }
  }
  const providers = [...google, ...others].map(complete)
  const plain = providers.find((one) => one.issuer.startsWith('http:') && !LOOPBACK.test(one.issuer))
  if (plain) return { providers: [], problem: `The issuer of "${plain.name}" must begin with https://` }
  if (new Set(providers.map(({ name }) => name)).size < providers.length) {
    return { providers: [], problem: 'OIDC_PROVIDERS must give every provider a name of its own' }
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
  }
}
