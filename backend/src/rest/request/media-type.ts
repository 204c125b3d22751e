import { RestError } from '../errors.ts'
import type { MediaHandler } from '../schema-cache/types.ts'

/** The forms in which a result can leave. */
/** `other`: none of ours, so the application must have a handler for it. */
export type ResultFormat = 'array' | 'object' | 'csv' | 'geojson' | 'handled' | 'other'

export interface Accepted {
  readonly format: ResultFormat
  readonly stripNulls: boolean
  readonly contentType: string
  /** The statement's plan is wanted instead of its result. */
  readonly explain: Explain | null
  /** The media types that were asked for, best first: the application may have handlers for them. */
  readonly wanted: readonly string[]
  /** Makes the body, where the application does. */
  readonly handler: MediaHandler | null
}

export interface Explain {
  readonly format: 'text' | 'json'
  readonly options: readonly ExplainOption[]
}

const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
export type ExplainOption = (typeof EXPLAIN_OPTIONS)[number]

const JSON_ARRAY = accepted('array', 'application/json')
const ANYTHING: Accepted = { ...JSON_ARRAY, wanted: ['*/*'] }
const CSV = accepted('csv', 'text/csv')
const GEOJSON = accepted('geojson', 'application/geo+json')

function accepted(format: ResultFormat, type: string, stripNulls = false): Accepted {
  const contentType = `${type}${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`
  return { format, stripNulls, contentType, explain: null, wanted: [type], handler: null }
}

/**
 * Chooses the answer's format from an Accept header: the first acceptable entry by quality.
 * @param explains  whether plans are shown; else their media type counts as unknown
 */
export function negotiate(header: string | undefined, explains = false): Accepted {
  if (header === undefined || header === '' || header === '*/*') return ANYTHING
  if (header === 'application/json') return JSON_ARRAY
  const entries = readAccept(header)
  const wanted = entries.map(({ type }) => type)
  for (const entry of entries) {
    const found = formatOf(entry, explains)
    if (found) return { ...found, wanted }
  }
  return { ...JSON_ARRAY, format: 'other', wanted }
}

/** Types whose texts are known to be UTF-8; others say for themselves what they are. */
const WITH_CHARSET = /^(application\/(json|geo\+json|openapi\+json|x-www-form-urlencoded)|text\/(csv|plain|xml))$/
/** Their form is fixed by the protocol. */
const VENDOR = /^application\/vnd\.pgrst\./

/**
 * The handler of the application that comes first for what is accepted. Of one media type that of the result itself
 * (`own`) comes before that for anything (`general`), and both before what is built in.
 * @throws {RestError} PGRST107 when nobody makes what is accepted
 */
export function resolveAccepted(
  given: Accepted,
  own: readonly MediaHandler[],
  general: readonly MediaHandler[],
): Accepted {
  if (given.explain) return given
  for (const wanted of own.length + general.length > 0 ? given.wanted : []) {
    if (VENDOR.test(wanted) && given.format === 'other') continue
    if (VENDOR.test(wanted)) return given
    const handler =
      own.find(({ mediaType }) => mediaType === '*/*' || mediaType === wanted) ??
      general.find(({ mediaType }) => mediaType === wanted)
    if (handler) return handled(given, handler)
    if (isBuiltIn(wanted)) return given
  }
  if (given.format === 'other') throw notAcceptable(given.wanted)
  return given
}

function isBuiltIn(type: string): boolean {
  return formatOf({ type, parameters: new Map() }, false) !== null
}

function handled(given: Accepted, handler: MediaHandler): Accepted {
  const type = handler.mediaType === '*/*' ? 'application/octet-stream' : handler.mediaType
  const contentType = WITH_CHARSET.test(type) ? `${type}; charset=utf-8` : type
  return { ...given, format: 'handled', stripNulls: false, contentType, handler }
}

export function notAcceptable(types: readonly string[]): RestError {
  return new RestError('PGRST107', `None of these media types are available: ${types.join(', ')}`)
}

interface Entry {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

/** The entries of an Accept header that are wanted at all, best first. */
export function readAccept(header: string): Entry[] {
  return splitOutsideQuotes(header, ',')
    .map((text) => {
      const [type = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
      const pairs = rest.map((part): [string, string] => {
        const equals = part.indexOf('=')
        return [part.slice(0, Math.max(0, equals)).toLowerCase(), part.slice(equals + 1).replace(/^"(.*)"$/, '$1')]
      })
      return { type: type.toLowerCase(), parameters: new Map(pairs) }
    })
    .filter(({ type, parameters }) => type !== '' && qualityOf(parameters) > 0)
    .sort((left, right) => qualityOf(right.parameters) - qualityOf(left.parameters))
}

function qualityOf(parameters: ReadonlyMap<string, string>): number {
  const quality = parameters.get('q')
  return quality === undefined ? 1 : Number(quality) || 0
}

/** A parameter's value may be quoted, and is a media type with parameters itself in `for="..."`. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = ['']
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (character === separator && !quoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

function formatOf({ type, parameters }: Entry, explains: boolean): Accepted | null {
  const stripNulls = parameters.get('nulls') === 'stripped'
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return JSON_ARRAY
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripNulls ? accepted('array', 'application/vnd.pgrst.array+json', true) : JSON_ARRAY
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return accepted('object', 'application/vnd.pgrst.object+json', stripNulls)
    case 'text/csv':
      return CSV
    case 'application/geo+json':
      return GEOJSON
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return explains ? explained('text', parameters) : null
    case 'application/vnd.pgrst.plan+json':
      return explains ? explained('json', parameters) : null
  }
  return null
}

function explained(format: Explain['format'], parameters: ReadonlyMap<string, string>): Accepted | null {
  const [wanted] = readAccept(parameters.get('for') || 'application/json')
  const result = wanted ? formatOf(wanted, false) : null
  if (!wanted || !result) return null
  const given = (parameters.get('options') ?? '').split('|')
  const options = EXPLAIN_OPTIONS.filter((option) => given.includes(option))
  const type = [
    `application/vnd.pgrst.plan+${format}`,
    `for="${result.contentType.replace('; charset=utf-8', '')}"`,
    ...(options.length > 0 ? [`options=${options.join('|')}`] : []),
    'charset=utf-8',
  ]
  return { ...result, contentType: type.join('; '), explain: { format, options } }
}
