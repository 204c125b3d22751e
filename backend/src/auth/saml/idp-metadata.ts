import { X509Certificate } from 'node:crypto'
import { type AuthError, invalid } from '../errors.ts'
import { xmlReader } from './read-xml.ts'

/** The metadata published by an identity provider. */
export interface IdpMetadata {
  readonly entityId: string
  /** Target of our authentication requests, by redirect. */
  readonly signInUrl: string
  /** Target of our responses to its logout requests, by redirect; null if it publishes none. */
  readonly signOutUrl: string | null
  /** Base64 (DER) of every certificate that it may sign with. */
  readonly certificates: readonly string[]
}

export const LARGEST_METADATA_BYTES = 512 * 1024
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MANY = [
  'EntityDescriptor',
  'IDPSSODescriptor',
  'KeyDescriptor',
  'SingleSignOnService',
  'SingleLogoutService',
  'X509Data',
  'X509Certificate',
]

const parser = xmlReader((name) => MANY.includes(name))

type Node = Readonly<Record<string, unknown>>

/** Documents with a type declaration can redefine their contents; SAML documents have none. */
export function hasDeclarations(xml: string): boolean {
  return /<!\s*(DOCTYPE|ENTITY)/i.test(xml)
}

/** Parses the metadata of one identity provider. @throws {AuthError} `validation_failed` with what is missing. */
export function readIdpMetadata(xml: string): IdpMetadata {
  if (Buffer.byteLength(xml) > LARGEST_METADATA_BYTES) throw wrong('is too large')
  if (hasDeclarations(xml)) throw wrong('must not have a document type')
  const root = parse(xml)
  const entities = [
    ...children(root, 'EntityDescriptor'),
    ...children(one(root.EntitiesDescriptor), 'EntityDescriptor'),
  ]
  const [entity] = entities
  if (!entity || entities.length > 1) throw wrong('must describe exactly one entity')
  const entityId = textOf(entity['@entityID'])
  if (entityId === '') throw wrong('has no entity id')
  const [descriptor] = children(entity, 'IDPSSODescriptor')
  if (!descriptor) throw wrong('describes no identity provider')
  const service = children(descriptor, 'SingleSignOnService').find((node) => node['@Binding'] === REDIRECT)
  const signInUrl = textOf(service?.['@Location'])
  if (!isWeb(signInUrl)) throw wrong('has no single sign-on service by HTTP redirect')
  const signOut = children(descriptor, 'SingleLogoutService').find((node) => node['@Binding'] === REDIRECT)
  const signOutUrl = textOf(signOut?.['@ResponseLocation']) || textOf(signOut?.['@Location'])
  const certificates = children(descriptor, 'KeyDescriptor')
    .filter((key) => key['@use'] === undefined || key['@use'] === 'signing')
    .flatMap((key) => children(one(key.KeyInfo), 'X509Data'))
    .flatMap((data) => (Array.isArray(data.X509Certificate) ? data.X509Certificate : []))
    .map((certificate) => textOf(certificate).replace(/\s+/g, ''))
  if (certificates.length === 0) throw wrong('has no certificate to verify signatures with')
  if (!certificates.every(isCertificate)) throw wrong('has a certificate that cannot be read')
  return { entityId, signInUrl, signOutUrl: isWeb(signOutUrl) ? signOutUrl : null, certificates }
}

function parse(xml: string): Node {
  try {
    return one(parser.parse(xml, true))
  } catch (cause) {
    throw invalid(`SAML Metadata could not be read: ${cause instanceof Error ? cause.message : 'it is no XML'}`)
  }
}

function isWeb(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey.asymmetricKeyType !== undefined
  } catch {
    return false
  }
}

function children(node: Node, name: string): Node[] {
  const found = node[name]
  return Array.isArray(found) ? found.map(one) : []
}

function one(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {} // the parser's maps
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? textOf(one(value)['#text'] ?? '') : ''
}

function wrong(what: string): AuthError {
  return invalid(`SAML Metadata ${what}`)
}
