import Type from 'typebox'

export type Web3Chain = 'ethereum' | 'solana'
const CHAINS: readonly Web3Chain[] = ['ethereum', 'solana']

/** Ways to sign in that other systems have a part in; all of them are off unless they are asked for. */
export type FederationConfig = Readonly<{
  /** Wallets of which chains may sign in with a signed message. */
  web3: readonly Web3Chain[]
  /** True lets the members of organisations in by their own identity providers (SAML 2.0). */
  saml: boolean
}>

/** The variables, for the schema of the environment. */
export const FEDERATION_VARIABLES = {
  AUTH_SAML: Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')]),
  AUTH_WEB3: Type.String({ pattern: `^(none|(${CHAINS.join('|')})(,(${CHAINS.join('|')}))*)$` }),
}

/** What each variable should have looked like, for people. */
export const FEDERATION_EXPECTED: Readonly<Record<keyof typeof FEDERATION_VARIABLES, string>> = {
  AUTH_SAML: '0 or 1',
  AUTH_WEB3: `none, or some of ${CHAINS.join(', ')} with a comma between them`,
}

export type FederationEnvironment = Readonly<Partial<Record<keyof typeof FEDERATION_VARIABLES, string>>>

/** Reads what FEDERATION_VARIABLES has checked. */
export function readFederation(env: FederationEnvironment): FederationConfig {
  const chains = env.AUTH_WEB3?.split(',') ?? []
  return { web3: CHAINS.filter((chain) => chains.includes(chain)), saml: isOn(env.AUTH_SAML) }
}

function isOn(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true'
}
