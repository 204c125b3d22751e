import type { Metadata } from '../metadata.ts'

/** What a provider says of a person, in the shape that an identity keeps (OpenID Connect Core, section 5.1). */
export interface ProviderClaims {
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  /** `auth.identities.identity_data`. */
  readonly data: Metadata
}

const TEXTS = [
  'iss',
  'sub',
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone',
] as const

/** A provider may send anything; what is kept is text of a bearable length. */
const LONGEST_TEXT = 1000

export function readClaims(claims: Readonly<Record<string, unknown>>): ProviderClaims {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : undefined
  }
  const subject = text('sub') ?? ''
  const email = text('email')?.toLowerCase() ?? null
  // Some providers send the word instead of the value.
  const emailVerified = email !== null && (claims.email_verified === true || claims.email_verified === 'true')
  const known = Object.fromEntries(TEXTS.map((name) => [name, text(name)]).filter(([, value]) => value !== undefined))
  const hosted = text('hd')
  return {
    subject,
    email,
    emailVerified,
    data: {
      ...known,
      ...(known.name ? { full_name: known.name } : {}),
      ...(known.picture ? { avatar_url: known.picture } : {}),
      ...(email ? { email } : {}),
      ...(hosted ? { custom_claims: { hd: hosted } } : {}),
      provider_id: subject,
      email_verified: emailVerified,
      phone_verified: false,
    },
  }
}
