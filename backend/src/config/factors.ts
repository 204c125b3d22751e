import { COUNT, FLAG, isOn, listOf, matching, SECONDS } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

const FACTOR_TYPES = ['totp', 'phone', 'webauthn'] as const
export type FactorType = (typeof FACTOR_TYPES)[number]

export type FactorRules = Readonly<{
  mfa: Readonly<{
    types: readonly FactorType[]
    /** Maximum number of factors per account, and of verified ones among them. */
    maxFactors: number
    challengeSeconds: number
    /** True accepts the code of an authenticator app again while it is valid. */
    reusesCodes: boolean
  }>
  /** True allows sign-in with a passkey alone. */
  passkeys: boolean
  /** Relying party of passkeys (WebAuthn Level 2, section 5.4.2): the domain they belong to and the origins that may use them. */
  relyingParty: Readonly<{ id: string; name: string; origins: readonly string[] }>
}>

export const FACTOR_VARIABLES = {
  AUTH_MFA: {
    ...matching(
      `^(none|(${FACTOR_TYPES.join('|')})(,(${FACTOR_TYPES.join('|')}))*)$`,
      `none, or some of ${FACTOR_TYPES.join(', ')} with a comma between them`,
    ),
    otherwise: 'totp,webauthn, and phone with a gateway',
    help: 'available second factors',
  },
  AUTH_MFA_FACTORS: { ...COUNT, default: '10', help: 'maximum number of second factors per account' },
  AUTH_MFA_CHALLENGE_SECONDS: { ...SECONDS, default: '300', help: 'time to answer a challenge of a second factor' },
  AUTH_TOTP_REUSE: { ...FLAG, default: '0', help: '1 accepts the same code of an authenticator app more than once' },
  AUTH_PASSKEYS: { ...FLAG, default: '1', help: '1 allows sign-in with a passkey' },
  AUTH_RELYING_PARTY_ID: {
    ...matching('^[a-z0-9.-]{1,253}$', 'a domain name'),
    otherwise: 'the host of PUBLIC_URL',
    help: 'domain of passkeys',
  },
  AUTH_RELYING_PARTY_ORIGINS: {
    ...matching('^https?://[^\\s,]+(,https?://[^\\s,]+)*$', 'http or https origins with a comma between them'),
    otherwise: 'the origin of PUBLIC_URL',
    help: 'origins that may use them',
  },
} as const satisfies Variables

export function readFactors(
  env: Values<typeof FACTOR_VARIABLES>,
  { publicUrl, brandName, sms }: { readonly publicUrl: string; readonly brandName: string; readonly sms: boolean },
): FactorRules {
  // Phone factors need a gateway that sends the codes, unless requested explicitly.
  const wanted = listOf(env.AUTH_MFA ?? (sms ? 'totp,phone,webauthn' : 'totp,webauthn'))
  return {
    mfa: {
      types: FACTOR_TYPES.filter((type) => wanted.includes(type)),
      maxFactors: Number(env.AUTH_MFA_FACTORS),
      challengeSeconds: Number(env.AUTH_MFA_CHALLENGE_SECONDS),
      reusesCodes: isOn(env.AUTH_TOTP_REUSE),
    },
    passkeys: isOn(env.AUTH_PASSKEYS),
    relyingParty: {
      id: env.AUTH_RELYING_PARTY_ID ?? new URL(publicUrl).hostname,
      name: brandName,
      origins: listOf(env.AUTH_RELYING_PARTY_ORIGINS ?? publicUrl).map((url) => new URL(url).origin),
    },
  }
}
