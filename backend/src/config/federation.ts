import { FLAG, isOn, matching } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type Web3Chain = 'ethereum' | 'solana'
const CHAINS: readonly Web3Chain[] = ['ethereum', 'solana']

/** Sign-in methods that involve other systems; all are off by default. */
export type FederationConfig = Readonly<{
  /** Blockchains whose wallets may sign in with a signed message. */
  web3: readonly Web3Chain[]
  /** True allows sign-in through the identity providers of organisations (SAML 2.0). */
  saml: boolean
  /** Lets other applications sign users in through this server (OAuth 2.1); null disables it. */
  oauthServer: OAuthServerConfig | null
}>

export type OAuthServerConfig = Readonly<{
  /** True lets any application register itself (RFC 7591). */
  registration: boolean
  /** Path of the site's consent page, with a leading slash. */
  consentPath: string
}>

export const FEDERATION_VARIABLES = {
  AUTH_SAML: {
    ...FLAG,
    default: '0',
    help: '1 enables SAML 2.0 single sign-on',
  },
  AUTH_WEB3: {
    ...matching(
      `^(none|(${CHAINS.join('|')})(,(${CHAINS.join('|')}))*)$`,
      `none, or some of ${CHAINS.join(', ')} with a comma between them`,
    ),
    default: 'none',
    help: 'wallet types for sign-in with a signed message',
  },
  AUTH_OAUTH_SERVER: {
    ...FLAG,
    default: '0',
    help: '1 lets other applications sign users in (OAuth 2.1, OpenID Connect)',
  },
  AUTH_OAUTH_REGISTRATION: { ...FLAG, default: '0', help: '1 enables dynamic client registration' },
  AUTH_OAUTH_CONSENT_PATH: {
    ...matching('^(/[A-Za-z0-9._~-]+)+$', 'a path as /oauth/consent'),
    default: '/oauth/consent',
    help: 'path of the consent page',
  },
} as const satisfies Variables

/** Reads the variables that FEDERATION_VARIABLES has validated. */
export function readFederation(env: Values<typeof FEDERATION_VARIABLES>): FederationConfig {
  const chains = env.AUTH_WEB3.split(',')
  return {
    web3: CHAINS.filter((chain) => chains.includes(chain)),
    saml: isOn(env.AUTH_SAML),
    oauthServer: isOn(env.AUTH_OAUTH_SERVER)
      ? {
          registration: isOn(env.AUTH_OAUTH_REGISTRATION),
          consentPath: env.AUTH_OAUTH_CONSENT_PATH,
        }
      : null,
  }
}
