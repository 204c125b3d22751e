import { RestError } from '../errors.ts'
import type { MediaHandler } from '../schema-cache/types.ts'

/** Format of a result. `other`: not built in, so the application must have a handler for it. */
export type ResultFormat = 'array' | 'object' | 'csv' | 'geojson' | 'handled' | 'other'

export interface Accepted {
  readonly format: ResultFormat
  readonly stripNulls: boolean
  readonly contentType: string
  /** Set if the statement's plan is wanted instead of its result. */
  readonly explain: Explain | null
  /** The requested media types, best first: the application may have handlers for them. */
  readonly wanted: readonly RequestedType[]
  /** The application's handler that makes the body, if any. */
  readonly handler: MediaHandler | null
}

/** A requested media type. */
interface RequestedType {
  /** As requested, with parameters; for a plan, in the protocol's canonical spelling. */
  readonly name: string
  /** Type of the result, even if its plan is wanted. */
  readonly type: string
  /** The built-in format, if there is one. */
  readonly builtIn: Accepted | null
  /** How to explain the statement; null unless its plan is wanted. */
  readonly explain: Explain | null
}

interface Explain {
  readonly format: 'text' | 'json'
  readonly options: readonly ExplainOption[]
}

const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
type ExplainOption = (typeof EXPLAIN_OPTIONS)[number]

const JSON_ARRAY = accepted('array', 'application/json')
const ANYTHING = acceptedFrom([requestedFor('*/*', JSON_ARRAY)])
const PLAIN_JSON = acceptedFrom([requestedFor('application/json', JSON_ARRAY)])
const CSV = accepted('csv', 'text/csv')
const GEOJSON = accepted('geojson', 'application/geo+json')

function accepted(format: ResultFormat, type: string, stripNulls = false): Accepted {
  const contentType = `${type}${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`
  return { format, stripNulls, contentType, explain: null, wanted: [], handler: null }
}

function requestedFor(type: string, builtIn: Accepted | null): RequestedType {
  return { name: type, type, builtIn, explain: null }
}

/** Starts with the first built-in format; `resolveAccepted` decides on the final one. */
function acceptedFrom(wanted: readonly RequestedType[]): Accepted {
  const builtIn = wanted.find((wish) => wish.builtIn !== null)?.builtIn
  return { ...(builtIn ?? { ...JSON_ARRAY, format: 'other' }), wanted }
}

/**
 * Parses an Accept header, best first.
 * @param explains  whether plans may be shown; else their media type counts as unknown
 */
export function negotiate(header: string | undefined, explains = false): Accepted {
  if (header === undefined || header === '' || header === '*/*') return ANYTHING
  if (header === 'application/json') return PLAIN_JSON
  return acceptedFrom(readAccept(header).map((entry) => requestedTypeOf(entry, explains)))
}

function requestedTypeOf(entry: Entry, explains: boolean): RequestedType {
  const format = PLAN_FORMATS[entry.type]
  if (!format) return requestedFor(entry.type, formatOf(entry))
  const { name, of, explain } = planOf(format, entry.parameters)
  if (!explains) return { ...requestedFor(entry.type, null), name }
  const builtIn = formatOf(of)
  return { name, type: of.type, builtIn: builtIn && explained(builtIn, name, explain), explain }
}

/** Types whose text is known to be UTF-8; others define their own encoding. */
const WITH_CHARSET = /^(application\/(json|geo\+json|openapi\+json|x-www-form-urlencoded)|text\/(csv|plain|xml))$/
/** Formats fixed by the protocol. */
const VENDOR = /^application\/vnd\.pgrst\./

/**
 * Decides on the final format among those accepted. For a media type the result's own handler (`own`) precedes one for anything
 * (`general`), and both precede the built-in format.
 * @throws {RestError} PGRST107 if none of the accepted types is available
 */
export function resolveAccepted(
  given: Accepted,
  own: readonly MediaHandler[],
  general: readonly MediaHandler[],
): Accepted {
  for (const wish of given.wanted) {
    const handler = handlerFor(wish, own, general)
    const answer = handler && handled(given, handler)
    if (answer) return wish.explain ? explained(answer, wish.name, wish.explain) : answer
    if (wish.builtIn) return given // it is the first of these
  }
  throw notAcceptable(given.wanted.map(({ name }) => name))
}

function handlerFor(
  { type }: RequestedType,
  own: readonly MediaHandler[],
  general: readonly MediaHandler[],
): MediaHandler | null {
  if (VENDOR.test(type)) return null
  const ofResult = own.find(({ mediaType }) => mediaType === '*/*' || mediaType === type)
  return ofResult ?? general.find(({ mediaType }) => mediaType === type) ?? null
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

/** The entries of an Accept header with a quality above 0, best first. */
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

/** Parameter values may be quoted; the one of `for="..."` is itself a media type with parameters. */
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

const PLAN_FORMATS: Readonly<Record<string, Explain['format']>> = {
  'application/vnd.pgrst.plan': 'text',
  'application/vnd.pgrst.plan+text': 'text',
  'application/vnd.pgrst.plan+json': 'json',
}

function formatOf({ type, parameters }: Entry): Accepted | null {
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
  }
  return null
}

/** A plan's subject (`for="..."`), options and canonical name. */
function planOf(
  format: Explain['format'],
  parameters: ReadonlyMap<string, string>,
): { name: string; of: Entry; explain: Explain } {
  const [given] = readAccept(parameters.get('for') ?? '')
  const of = given ?? { type: 'application/json', parameters: new Map() }
  const builtIn = formatOf(of)
  const named = builtIn ? builtIn.contentType.replace('; charset=utf-8', '') : of.type
  const wanted = (parameters.get('options') ?? '').split('|')
  const options = EXPLAIN_OPTIONS.filter((option) => wanted.includes(option))
  const name = [`application/vnd.pgrst.plan+${format}`, `for="${named}"`]
  if (options.length > 0) name.push(`options=${options.join('|')}`)
  return { name: name.join('; '), of, explain: { format, options } }
}

function explained(result: Accepted, name: string, explain: Explain): Accepted {
  return { ...result, contentType: `${name}; charset=utf-8`, explain }
}
