import Type from 'typebox'

export type Web3Chain = 'ethereum' | 'solana'
const CHAINS: readonly Web3Chain[] = ['ethereum', 'solana']

/** Ways to sign in that other systems have a part in; all of them are off unless they are asked for. */
export type FederationConfig = Readonly<{
  /** Wallets of which chains may sign in with a signed message. */
  web3: readonly Web3Chain[]
  /** True lets the members of organisations in by their own identity providers (SAML 2.0). */
  saml: boolean
  /** What lets other applications sign people in through us (OAuth 2.1); null where none may. */
  oauthServer: OAuthServerConfig | null
}>

export type OAuthServerConfig = Readonly<{
  /** True lets every application register itself (RFC 7591). */
  registration: boolean
  /** The page of the site that asks people, with a slash before it. */
  consentPath: string
}>

const Flag = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')])

/** The variables, for the schema of the environment. */
export const FEDERATION_VARIABLES = {
  AUTH_SAML: Flag,
  AUTH_OAUTH_SERVER: Flag,
  AUTH_OAUTH_REGISTRATION: Flag,
  AUTH_OAUTH_CONSENT_PATH: Type.String({ pattern: '^(/[A-Za-z0-9._~-]+)+$' }),
  AUTH_WEB3: Type.String({ pattern: `^(none|(${CHAINS.join('|')})(,(${CHAINS.join('|')}))*)$` }),
}

/** What each variable should have looked like, for people. */
export const FEDERATION_EXPECTED: Readonly<Record<keyof typeof FEDERATION_VARIABLES, string>> = {
  AUTH_SAML: '0 or 1',
  AUTH_OAUTH_SERVER: '0 or 1',
  AUTH_OAUTH_REGISTRATION: '0 or 1',
  AUTH_OAUTH_CONSENT_PATH: 'a path as /oauth/consent',
  AUTH_WEB3: `none, or some of ${CHAINS.join(', ')} with a comma between them`,
}

export type FederationEnvironment = Readonly<Partial<Record<keyof typeof FEDERATION_VARIABLES, string>>>

/** Reads what FEDERATION_VARIABLES has checked. */
export function readFederation(env: FederationEnvironment): FederationConfig {
  const chains = env.AUTH_WEB3?.split(',') ?? []
  return {
    web3: CHAINS.filter((chain) => chains.includes(chain)),
    saml: isOn(env.AUTH_SAML),
    oauthServer: isOn(env.AUTH_OAUTH_SERVER)
      ? {
          registration: isOn(env.AUTH_OAUTH_REGISTRATION),
          consentPath: env.AUTH_OAUTH_CONSENT_PATH ?? '/oauth/consent',
        }
      : null,
  }
}

function isOn(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true'
}
