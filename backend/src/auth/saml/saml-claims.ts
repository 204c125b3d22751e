import { AuthError, invalid } from '../errors.ts'
import { type ProviderClaims, readClaims } from '../providers/claims.ts'
import { MAX_METADATA_BYTES } from '../users/metadata.ts'
import type { Assertion } from './assertion.ts'
import type { AttributeMapping, AttributeRule } from './saml-provider.ts'

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
/** Attribute names under which organisations commonly send an address. */
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]
const LONGEST_TEXT = 1000
const MOST_VALUES = 50

/**
 * The claims of an assertion. The organisation vouches for its members' addresses, so they count as verified, but only within
 * that organisation.
 * @throws {AuthError} `saml_assertion_no_user_id`, `saml_assertion_no_email`
 */
export function readSamlClaims(assertion: Assertion, mapping: AttributeMapping, issuer: string): ProviderClaims {
  const mapped = Object.fromEntries(
    Object.entries(mapping.keys ?? {})
      .map(([key, rule]) => [key, mappedValue(assertion, rule)] as const)
      .filter(([, value]) => value !== undefined),
  )
  const subject = subjectOf(assertion)
  if (subject === null) throw new AuthError('saml_assertion_no_user_id')
  const email = (typeof mapped.email === 'string' ? mapped.email : emailOf(assertion)) ?? ''
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 255) throw new AuthError('saml_assertion_no_email')
  const { data, ...claims } = readClaims({ ...mapped, iss: issuer, sub: subject, email, email_verified: true })
  const custom = Object.fromEntries(Object.entries(mapped).filter(([key, value]) => data[key] !== value))
  const whole = { ...data, ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}) }
  if (Buffer.byteLength(JSON.stringify(whole)) > MAX_METADATA_BYTES)
    throw invalid('SAML Assertion has too many attributes')
  return { ...claims, data: whole }
}

/** The user's identifier, preferably one that survives a change of address. */
function subjectOf({ attributes, nameId, nameIdFormat }: Assertion): string | null {
  const [subjectId] = attributes.get(SUBJECT_ID) ?? []
  if (subjectId) return subjectId.slice(0, LONGEST_TEXT)
  if (nameId === null || nameId.length > LONGEST_TEXT) return null
  if (nameIdFormat === EMAIL) return nameId.toLowerCase()
  return nameIdFormat === PERSISTENT ? nameId : null
}

function emailOf({ attributes, nameId, nameIdFormat }: Assertion): string | null {
  if (nameIdFormat === EMAIL && nameId !== null) return nameId
  return EMAIL_ATTRIBUTES.map((name) => attributes.get(name)?.[0]).find(Boolean) ?? null
}

function mappedValue({ attributes }: Assertion, rule: AttributeRule): unknown {
  const names = [...(rule.name === undefined ? [] : [rule.name]), ...(rule.names ?? [])]
  const values = names.map((name) => attributes.get(name)).find((found) => found !== undefined)
  if (values === undefined) return rule.default
  const texts = values.slice(0, MOST_VALUES).map((text) => text.slice(0, LONGEST_TEXT))
  return rule.array === true ? texts : texts[0]
}
