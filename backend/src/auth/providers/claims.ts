import { invalid } from '../errors.ts'
import { type Metadata, requireMetadataSize } from '../users/metadata.ts'
import type { ProviderRules } from './provider.ts'

/** A provider's claims about a user, in the shape stored in an identity (OpenID Connect Core, section 5.1). */
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

/** A provider may send anything; only text is kept, cut to this length. */
const LONGEST_TEXT = 1000

export function readClaims(claims: Readonly<Record<string, unknown>>): ProviderClaims {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : undefined
  }
  const subject = text('sub') ?? ''
  const email = text('email')?.toLowerCase() ?? null
  // Some providers send a string instead of a boolean.
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

/**
 * Reads claims under the names that an administrator mapped: `{"email": "user_email"}` reads our `email` from their
 * `user_email`. Verification can't be mapped: only the provider's own claim counts.
 * @throws {AuthError} without a subject, or without an address where one is required
 */
export function mapClaims(rules: ProviderRules, given: Readonly<Record<string, unknown>>): ProviderClaims {
  const mapped = Object.entries(rules.attributeMapping).map(([ours, theirs]) => [ours, given[String(theirs)]] as const)
  const all = { ...given, ...Object.fromEntries(mapped.filter(([, value]) => value !== undefined && value !== null)) }
  const claims = readClaims({ ...all, sub: typeof all.sub === 'number' ? String(all.sub) : all.sub })
  if (claims.subject === '') throw invalid('The provider did not say who this is')
  if (claims.email === null && !rules.emailOptional) throw invalid('Error getting user email from external provider')
  const own = rules.customClaims.filter((name) => given[name] !== undefined).map((name) => [name, given[name]] as const)
  if (own.length === 0) return claims
  const custom = { ...(claims.data.custom_claims as object | undefined), ...Object.fromEntries(own) }
  requireMetadataSize(custom)
  return { ...claims, data: { ...claims.data, custom_claims: custom } }
}
