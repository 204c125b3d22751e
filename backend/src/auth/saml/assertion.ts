import { type AuthError, invalid } from '../errors.ts'
import { xmlReader } from './read-xml.ts'
import { CLOCK_SKEW_MS } from './service-provider.ts'

/** The contents of an assertion whose signature was verified. */
export interface Assertion {
  readonly id: string
  readonly nameId: string | null
  readonly nameIdFormat: string | null
  /** The organisation's id for the sign-in. */
  readonly sessionIndex: string | null
  /** Values by attribute name and by friendly name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** When the organisation requires the session to end. */
  readonly sessionNotAfter: Date | null
  /** Until when it could be replayed. */
  readonly usableUntil: Date
}

export interface Expected {
  readonly issuer: string
  /** Our URL that receives assertions. */
  readonly recipient: string
  /** The request that it must answer; null for an unsolicited one. */
  readonly requestId: string | null
  readonly now: Date
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/**
 * Reads the verified part of a response, as parsed by the library, and checks that it is meant for us, now and for this
 * request (SAML 2.0 Profiles, section 4.1.4.3). Signature, conditions and audience were checked before.
 * @throws {AuthError} `validation_failed`
 */
export function readAssertion(verified: unknown, expected: Expected): Assertion {
  const [assertion = {}] = children(verified, 'Assertion')
  const id = attribute(assertion, 'ID')
  if (!id) throw notValid('it has no id')
  if (textOf(children(assertion, 'Issuer')[0]) !== expected.issuer) throw notValid('another entity issued it')
  const [subject = {}] = children(assertion, 'Subject')
  const confirmation = children(subject, 'SubjectConfirmation')
    .filter((one) => attribute(one, 'Method') === BEARER)
    .flatMap((one) => children(one, 'SubjectConfirmationData'))
    .find((data) => confirms(data, expected))
  if (!confirmation) throw notValid('it does not answer this request, or is meant for somebody else')
  const [nameId] = children(subject, 'NameID')
  return {
    id,
    nameId: nameId ? textOf(nameId) || null : null,
    nameIdFormat: nameId ? attribute(nameId, 'Format') : null,
    sessionIndex: attribute(children(assertion, 'AuthnStatement')[0] ?? {}, 'SessionIndex'),
    attributes: attributesOf(assertion),
    sessionNotAfter: earliest(
      children(assertion, 'AuthnStatement').map((statement) => attribute(statement, 'SessionNotOnOrAfter')),
    ),
    usableUntil: new Date((timeOf(attribute(confirmation, 'NotOnOrAfter')) ?? expected.now).getTime() + CLOCK_SKEW_MS),
  }
}

function confirms(data: Node, { recipient, requestId, now }: Expected): boolean {
  const until = timeOf(attribute(data, 'NotOnOrAfter'))
  const from = timeOf(attribute(data, 'NotBefore'))
  if (until === null || until.getTime() + CLOCK_SKEW_MS <= now.getTime()) return false
  if (from !== null && from.getTime() - CLOCK_SKEW_MS > now.getTime()) return false
  return attribute(data, 'Recipient') === recipient && attribute(data, 'InResponseTo') === requestId
}

function attributesOf(assertion: Node): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const one of children(assertion, 'AttributeStatement').flatMap((node) => children(node, 'Attribute'))) {
    const values = children(one, 'AttributeValue').map(textOf).filter(Boolean)
    for (const name of [attribute(one, 'Name'), attribute(one, 'FriendlyName')]) {
      if (name && values.length > 0 && !found.has(name)) found.set(name, values)
    }
  }
  return found
}

/** What may be read before the signature is verified: the claimed issuer, the destination, and whether it is encrypted. */
export function peekResponse(xml: string): { issuer: string; destination: string | null; isEncrypted: boolean } {
  try {
    const { Response: response } = xmlReader().parse(xml, true) as { Response?: Record<string, unknown> }
    const issuer = response?.Issuer ?? (response?.Assertion as { Issuer?: unknown } | undefined)?.Issuer
    const written = typeof issuer === 'object' ? (issuer as { '#text'?: unknown } | null)?.['#text'] : issuer
    const destination = response?.['@Destination']
    return {
      issuer: typeof written === 'string' ? written.trim() : '',
      destination: typeof destination === 'string' && destination !== '' ? destination : null,
      isEncrypted: response?.EncryptedAssertion !== undefined,
    }
  } catch {
    throw invalid('SAMLResponse is not XML')
  }
}

export function notValid(why: string, cause?: unknown): AuthError {
  return Object.assign(invalid(`SAML Assertion is not valid: ${why}`), { cause })
}

/** A node of the library's parser: attributes under `$`, text under `_`, every child in an array. */
type Node = Readonly<Record<string, unknown>>

function children(node: unknown, name: string): Node[] {
  const found = (node as Node | undefined)?.[name]
  const all = Array.isArray(found) ? found : found === undefined ? [] : [found]
  return all.map((one) => (typeof one === 'object' && one !== null ? (one as Node) : { _: one }))
}

function attribute(node: Node, name: string): string | null {
  const value = (node.$ as Node | undefined)?.[name]
  return typeof value === 'string' ? value : null
}

function textOf(node: Node | undefined): string {
  return typeof node?._ === 'string' ? node._.trim() : ''
}

function timeOf(text: string | null): Date | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}

function earliest(texts: readonly (string | null)[]): Date | null {
  const times = texts.map(timeOf).filter((time): time is Date => time !== null)
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}
