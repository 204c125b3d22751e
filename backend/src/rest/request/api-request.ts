import type { IncomingHttpHeaders } from 'node:http'
import type { RestLimits } from '../../config/rest.ts'
import { RestError } from '../errors.ts'
import { FORM, mediaTypeOf, type Payload, readArguments, readPayload, requireShallow } from './body.ts'
import { type Accepted, negotiate } from './media-type.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import { type Query, readQuery, withFormArguments } from './query.ts'
import { type RowRange, rootRange } from './range.ts'

export type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }

type Action = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call'

/** A parsed request, not yet checked against the database. */
export interface ApiRequest {
  readonly action: Action
  readonly name: string
  readonly schema: string
  /** Whether the client chose the schema, so that the response names it. */
  readonly schemaChosen: boolean
  /** GET and HEAD: nothing may be written. */
  readonly safe: boolean
  readonly head: boolean
  readonly query: Query
  readonly range: RowRange
  readonly accepted: Accepted
  readonly preferences: Preferences
  readonly payload: Payload | null
  /** The arguments of a call were given as text: in the URL or in a form. */
  readonly textArguments: boolean
  readonly contentType: string | undefined
  /** Equal for two requests that differ only in values. */
  readonly shape: string
}

export interface HttpRequest {
  readonly method: string
  readonly target: Target
  readonly rawQuery: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** `/name`, `/rpc/name` or `/`, percent-decoded. @throws {RestError} PGRST125 for deeper paths */
export function targetOf(path: string): Target {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  const [first, second] = segments
  if (first === undefined) return { kind: 'root' }
  if (second === undefined) return { kind: 'relation', name: first }
  if (segments.length === 2 && first === 'rpc') return { kind: 'function', name: second }
  throw new RestError('PGRST125', 'Invalid path specified in request URL')
}

function decodeSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // answered below, like a NUL
  }
  throw new RestError('PGRST125', 'Invalid path specified in request URL')
}

const RELATION_ACTIONS: Readonly<Record<string, Action>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
}

export interface ReadOptions {
  readonly schemas: readonly string[]
  /** Whether clients may request query plans. */
  readonly explain: boolean
  readonly limits: RestLimits
}

/** Parses a request. @throws {RestError} */
export function readRequest(http: HttpRequest, { schemas, explain, limits }: ReadOptions): ApiRequest {
  const { method, target, headers } = http
  const action = actionOf(method, target)
  const name = target.kind === 'root' ? '' : target.name
  const safe = method === 'GET' || method === 'HEAD'
  const { schema, schemaChosen } = schemaOf(headers, safe, schemas)
  const contentType = headers['content-type']
  const isForm = action === 'call' && !safe && mediaTypeOf(contentType) === FORM
  const ownQuery = readQuery(http.rawQuery, action === 'call' && safe, limits)
  const query = isForm ? withFormArguments(ownQuery, http.body, limits) : ownQuery
  const range = rootRange(query, method === 'GET' ? headers.range : undefined)
  const accepted = negotiate(headers.accept, explain)
  const preferences = readPreferences(headers.prefer as string | undefined) // Node joins repeated Prefer headers
  if (mediaTypeOf(contentType) === 'application/json') requireShallow(http.body, limits)
  const payload = isForm ? null : payloadOf(action, http, query)
  const read = {
    action,
    name,
    schema,
    schemaChosen,
    safe,
    head: method === 'HEAD',
    query,
    range,
    accepted,
    preferences,
    payload,
    textArguments: isForm || (action === 'call' && safe),
    contentType,
  }
  return { ...read, shape: shapeOf(read) }
}

function actionOf(method: string, target: Target): Action {
  if (target.kind === 'function') {
    if (method === 'GET' || method === 'HEAD' || method === 'POST') return 'call'
    throw new RestError('PGRST101', `Cannot use the ${method} method on RPC`)
  }
  const action = target.kind === 'relation' ? RELATION_ACTIONS[method] : undefined
  if (!action) throw new RestError('PGRST117', `Unsupported HTTP method: ${method}`)
  return action
}

/** GET and HEAD name their schema in Accept-Profile, the others in Content-Profile. */
export function schemaOf(
  headers: IncomingHttpHeaders,
  safe: boolean,
  schemas: readonly string[],
): { schema: string; schemaChosen: boolean } {
  const profile = headers[safe ? 'accept-profile' : 'content-profile']
  const schemaChosen = typeof profile === 'string' && profile !== ''
  const schema = schemaChosen ? profile : (schemas[0] ?? 'public')
  if (!schemas.includes(schema)) {
    throw new RestError('PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  }
  return { schema, schemaChosen: schemaChosen || schemas.length > 1 }
}

function payloadOf(action: Action, http: HttpRequest, query: Query): Payload | null {
  const contentType = http.headers['content-type']
  if (action === 'insert' || action === 'update' || action === 'put')
    return readPayload(http.body, contentType, query.columns !== null)
  if (action !== 'call' || http.method !== 'POST') return null
  const type = mediaTypeOf(contentType)
  // These bodies are one unnamed argument; the plan decides which function takes one.
  if (type === 'text/plain' || type === 'text/xml' || type === 'application/octet-stream') {
    return { raw: http.body, keys: null, isArray: false }
  }
  return readArguments(http.body, contentType)
}

function requestedTypesOf({ wanted }: Accepted): string {
  return wanted.length === 1 ? (wanted[0]?.name ?? '') : wanted.map(({ name }) => name).join(',')
}

function shapeOf(request: Omit<ApiRequest, 'shape'>): string {
  const { query, range, accepted, preferences, payload } = request
  let shape = [
    request.action,
    request.head ? 'head' : request.safe ? 'safe' : '',
    request.schema,
    request.name,
    accepted.format,
    requestedTypesOf(accepted),
    accepted.stripNulls ? 'stripped' : '',
    preferences.return ?? '',
    preferences.count ?? '',
    preferences.resolution ?? '',
    preferences.missing ?? '',
    preferences.handling ?? '',
    payload ? `${payload.isArray ? '[' : '{'}${JSON.stringify(payload.keys)}${mediaTypeOf(request.contentType)}` : '',
    range.limit ?? '',
    range.offset > 0 ? 'offset' : '',
    query.select ?? '*',
    query.columns === null ? '' : `c${query.columns}`,
    query.onConflict === null ? '' : `k${query.onConflict}`,
  ].join('\0')
  for (const [level, embedded] of query.ranges) {
    if (level !== '') shape += `\0r${JSON.stringify(level)}${embedded.limit ?? ''},${embedded.offset}`
  }
  return shape + query.shape
}
