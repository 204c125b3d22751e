import type { Compiled } from '../compile.ts'
import { headerText, isHeaderName, isStatus, RestError } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { preferenceApplied } from '../request/preferences.ts'
import type { Answer } from './answer.ts'
import { contentRange } from './content-range.ts'

export interface HttpAnswer {
  readonly status: number
  /** The reason phrase, if it is not the default one. */
  readonly statusText?: string | null | undefined
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer | null
}

/** Converts the database's answer to HTTP. @param location  Content-Location of a read (`contentLocation`)  @throws {RestError} */
export function respond(answer: Answer, compiled: Compiled, request: ApiRequest, location: string | null): HttpAnswer {
  if (request.accepted.explain) {
    return { status: 200, headers: { 'Content-Type': request.accepted.contentType }, body: answer.body }
  }
  const range = contentRange(answer, request)
  const status = statusOf(answer, compiled, request, range.status)
  const headers: Record<string, string | string[]> = {}
  if (range.header !== null) headers['Content-Range'] = range.header
  if (compiled.body !== 'nothing') headers['Content-Type'] = request.accepted.contentType
  if (request.action === 'read' && location !== null) headers['Content-Location'] = location
  if (request.schemaChosen) headers['Content-Profile'] = request.schema
  if (compiled.warning !== null) headers.Warning = headerText(compiled.warning)
  const applied = preferenceApplied(request.preferences, compiled.honours)
  if (applied !== null) headers['Preference-Applied'] = applied
  if (answer.key !== null) headers.Location = rowLocation(request, compiled.primaryKey, answer.key)
  applyHeadersSetting(headers, answer.headersSetting)
  return {
    status: statusSetting(answer.statusSetting) ?? status,
    headers,
    body: request.head || compiled.body === 'nothing' ? null : answer.body,
  }
}

function statusOf(answer: Answer, compiled: Compiled, request: ApiRequest, rangeStatus: number): number {
  switch (request.action) {
    case 'read':
      return rangeStatus
    case 'call':
      return compiled.body === 'nothing' ? 204 : rangeStatus
    case 'insert':
      return compiled.countsInserted && answer.inserted === '0' ? 200 : 201
    case 'put':
      if (compiled.body === 'nothing') return 204
      return answer.inserted === '0' ? 200 : 201
    case 'update':
    case 'delete':
      return compiled.body === 'nothing' ? 204 : 200
  }
}

/** Many clients accept only 16 KB of headers in total: a long list of ids must not make the response fail. */
const LONGEST_LOCATION = 8 * 1024

/**
 * `/<relation>?<query>` in canonical form: sorted by name, with everything escaped but letters, digits and `-_.~`. Null if that is too
 * long.
 */
export function contentLocation(request: ApiRequest, rawQuery: string): string | null {
  if (rawQuery.length > LONGEST_LOCATION) return null
  const path = `/${escaped(request.name)}`
  if (rawQuery === '') return path
  const parts = rawQuery.split('&').filter((part) => part !== '')
  const pairs = parts.map((part): [string, string] => {
    const equals = part.indexOf('=')
    return equals < 0 ? [unescaped(part), ''] : [unescaped(part.slice(0, equals)), unescaped(part.slice(equals + 1))]
  })
  pairs.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  const location = `${path}?${pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')}`
  return location.length > LONGEST_LOCATION ? null : location
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a name without a value, which the request ignores
  }
}

function rowLocation(request: ApiRequest, primaryKey: readonly string[], values: string): string {
  // Output of json_build_array in our own statement: the key's values as texts.
  const texts = JSON.parse(values) as (string | null)[]
  const filters = primaryKey.map((name, index) => {
    const value = texts[index] ?? null
    return `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return `/${encodeURIComponent(request.name)}?${filters.join('&')}`
}

/** Applies `response.headers`: a JSON array of one-key objects; repeated names are sent repeatedly. @throws {RestError} PGRST111 */
function applyHeadersSetting(headers: Record<string, string | string[]>, setting: string | null): void {
  if (setting === null) return
  const entries = parseHeaders(setting)
  if (!entries) {
    throw new RestError(
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
  const given = Map.groupBy(entries, ([name]) => name.toLowerCase())
  for (const [lowerName, values] of given) {
    for (const known of Object.keys(headers)) if (known.toLowerCase() === lowerName) delete headers[known]
    const texts = values.map(([, value]) => headerText(value))
    headers[values[0]?.[0] ?? lowerName] = texts.length === 1 ? (texts[0] ?? '') : texts
  }
}

function parseHeaders(setting: string): [string, string][] | null {
  let value: unknown
  try {
    value = JSON.parse(setting)
  } catch {
    return null // the caller answers PGRST111
  }
  if (!Array.isArray(value)) return null
  const entries: [string, string][] = []
  for (const element of value as unknown[]) {
    const [entry, ...more] = typeof element === 'object' && element !== null ? Object.entries(element) : []
    if (!entry || more.length > 0 || typeof entry[1] !== 'string' || !isHeaderName(entry[0])) return null
    entries.push([entry[0], entry[1]])
  }
  return entries
}

function statusSetting(setting: string | null): number | null {
  if (setting === null) return null
  const status = Number(setting)
  if (!isStatus(status)) throw new RestError('PGRST112', 'response.status guc must be a valid status code')
  return status
}
