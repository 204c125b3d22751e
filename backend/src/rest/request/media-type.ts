import { RestError } from '../errors.ts'

/** The forms in which a result can leave. */
export type ResultFormat = 'array' | 'object' | 'csv' | 'geojson'

export interface Accepted {
  readonly format: ResultFormat
  readonly stripNulls: boolean
  readonly contentType: string
  /** The statement's plan is wanted instead of its result. */
  readonly explain: Explain | null
}

export interface Explain {
  readonly format: 'text' | 'json'
  readonly options: readonly ExplainOption[]
}

const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
export type ExplainOption = (typeof EXPLAIN_OPTIONS)[number]

const JSON_ARRAY = accepted('array', 'application/json')
const CSV = accepted('csv', 'text/csv')
const GEOJSON = accepted('geojson', 'application/geo+json')

function accepted(format: ResultFormat, type: string, stripNulls = false): Accepted {
  const contentType = `${type}${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`
  return { format, stripNulls, contentType, explain: null }
}

/**
 * Chooses the answer's format from an Accept header: the first acceptable entry by quality.
 * @param explains  whether plans are shown; else their media type counts as unknown
 * @throws {RestError} PGRST107
 */
export function negotiate(header: string | undefined, explains = false): Accepted {
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') return JSON_ARRAY
  const entries = readAccept(header)
  for (const entry of entries) {
    const found = formatOf(entry, explains)
    if (found) return found
  }
  throw notAcceptable(entries.map(({ type }) => type))
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
