import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { invalid } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'

export interface ClientRow {
  readonly id: string
  readonly client_secret_hash: Buffer | null
  readonly client_type: 'public' | 'confidential'
  readonly registration_type: 'manual' | 'dynamic'
  readonly token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none'
  readonly redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly client_name: string | null
  readonly client_uri: string | null
  readonly logo_uri: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Fields of a registration (RFC 7591); more is checked below, with more precise messages. */
export const ClientBody = Type.Object({
  redirect_uris: Type.Optional(Type.Array(Type.String())),
  client_name: Type.Optional(Type.String()),
  client_uri: Type.Optional(Type.String()),
  logo_uri: Type.Optional(Type.String()),
  grant_types: Type.Optional(Type.Array(Type.String())),
  token_endpoint_auth_method: Type.Optional(Type.String()),
  client_type: Type.Optional(Type.String()),
})
export type ClientBody = Static<typeof ClientBody>

const GRANT_TYPES = ['authorization_code', 'refresh_token']
const METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/** Schemes that run code on, or read from, the user's machine. */
const DANGEROUS = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'about:', 'blob:'])
const MOST_REDIRECTS = 10
const LONGEST_URI = 2048
const LONGEST_NAME = 1024
const SECRET_BYTES = 32

/** The columns set by a body, all validated. @throws {AuthError} `validation_failed` */
export function readClient(body: ClientBody): Partial<Omit<ClientRow, 'id'>> {
  const { redirect_uris: uris, client_name: name, grant_types: grants } = body
  if (uris !== undefined) requireRedirectUris(uris)
  if (name !== undefined && name.length > LONGEST_NAME) throw invalid('client_name is too long')
  for (const field of ['client_uri', 'logo_uri'] as const) {
    if (body[field]) requireWebAddress(field, body[field])
  }
  if (grants !== undefined && (grants.length === 0 || !grants.every((one) => GRANT_TYPES.includes(one)))) {
    throw invalid(`grant_types must be some of ${GRANT_TYPES.join(', ')}`)
  }
  return {
    ...(uris === undefined ? {} : { redirect_uris: [...new Set(uris)] }),
    ...(name === undefined ? {} : { client_name: name || null }),
    ...(body.client_uri === undefined ? {} : { client_uri: body.client_uri || null }),
    ...(body.logo_uri === undefined ? {} : { logo_uri: body.logo_uri || null }),
    ...(grants === undefined ? {} : { grant_types: [...new Set(grants)] }),
  }
}

/** The client's type and authentication method; each determines the default of the other. @throws {AuthError} */
export function readAuthentication(body: ClientBody): Pick<ClientRow, 'client_type' | 'token_endpoint_auth_method'> {
  const { client_type: type, token_endpoint_auth_method: method } = body
  if (type !== undefined && type !== 'public' && type !== 'confidential') {
    throw invalid('client_type must be public or confidential')
  }
  const known = METHODS.find((one) => one === method)
  if (method !== undefined && !known) throw invalid(`token_endpoint_auth_method must be one of ${METHODS.join(', ')}`)
  const isPublic = type === 'public' || (type === undefined && known === 'none')
  if (known && isPublic !== (known === 'none')) {
    throw invalid(`token_endpoint_auth_method '${known}' does not go with a ${type ?? 'confidential'} client`)
  }
  return {
    client_type: isPublic ? 'public' : 'confidential',
    token_endpoint_auth_method: known ?? (isPublic ? 'none' : 'client_secret_basic'),
  }
}

function requireRedirectUris(uris: readonly string[]): void {
  if (uris.length === 0) throw invalid('redirect_uris is required')
  if (uris.length > MOST_REDIRECTS) throw invalid(`redirect_uris cannot be more than ${MOST_REDIRECTS}`)
  for (const uri of uris) {
    const why = problemOfRedirect(uri)
    if (why) throw invalid(`redirect_uris: ${why}`)
  }
}

function problemOfRedirect(uri: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
  if (uri.length > LONGEST_URI || /[\s\\\u0000-\u001f\u007f]/.test(uri) || !URL.canParse(uri))
    return 'must be absolute URLs'
  const url = new URL(uri)
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not name a user'
  if (DANGEROUS.has(url.protocol)) return `the scheme ${url.protocol} is not allowed`
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'must use https, except on loopback'
  return null
}

function requireWebAddress(field: string, uri: string): void {
  const isWeb = uri.length <= LONGEST_URI && URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol)
  if (!isWeb) throw invalid(`${field} must be a web address`)
}

/** @returns the row, and the only plain copy of its secret; null for a public client */
export async function insertClient(
  sql: Queryable,
  body: ClientBody,
  registrationType: ClientRow['registration_type'],
): Promise<{ client: ClientRow; secret: string | null }> {
  if (body.redirect_uris === undefined) throw invalid('redirect_uris is required')
  const { redirect_uris: uris = [], grant_types: grants = GRANT_TYPES, ...about } = readClient(body)
  const { client_type: type, token_endpoint_auth_method: method } = readAuthentication(body)
  const secret = type === 'confidential' ? newSecret() : null
  const [client] = await sql<ClientRow[]>`
    insert into auth.oauth_clients (client_secret_hash, client_type, registration_type, token_endpoint_auth_method,
      redirect_uris, grant_types, client_name, client_uri, logo_uri)
    values (${secret && hashSecret(secret)}, ${type}, ${registrationType}, ${method}, ${[...uris]}, ${[...grants]},
      ${about.client_name ?? null}, ${about.client_uri ?? null}, ${about.logo_uri ?? null})
    returning *`
  return { client: client as ClientRow, secret } // an insert that returns gives its row or throws
}

export async function findClient(sql: Queryable, id: unknown): Promise<ClientRow | null> {
  if (!isUuid(id)) return null
  const [client] = await sql<ClientRow[]>`select * from auth.oauth_clients where id = ${id} and deleted_at is null`
  return client ?? null
}

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** 256 random bits need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function hasSecret({ client_secret_hash: hash }: ClientRow, secret: string): boolean {
  return hash !== null && timingSafeEqual(hash, hashSecret(secret))
}

/** A client as shown to users and on consent pages. */
export function viewClientSummary(client: Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>) {
  return {
    id: client.id,
    ...(client.client_name ? { name: client.client_name } : {}),
    ...(client.client_uri ? { uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
  }
}

/** A client as shown in its registration. */
export function viewClient(client: ClientRow, secret: string | null = null) {
  return {
    client_id: client.id,
    ...(secret === null ? {} : { client_secret: secret }),
    client_type: client.client_type,
    redirect_uris: client.redirect_uris,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: client.grant_types,
    response_types: ['code'],
    ...(client.client_name ? { client_name: client.client_name } : {}),
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  }
}

export function clientIdOf(id: string): string {
  if (isUuid(id)) return id
  throw invalid('invalid client_id format')
}
