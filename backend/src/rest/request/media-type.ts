import { RestError } from '../errors.ts'

/** The forms in which a result can leave. */
export type ResultFormat = 'array' | 'object' | 'csv'

export interface Accepted {
  readonly format: ResultFormat
  readonly stripNulls: boolean
  readonly contentType: string
}

const JSON_ARRAY: Accepted = { format: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }
const CSV: Accepted = { format: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }

/** Chooses the answer's format from an Accept header: the first acceptable entry by quality. */
export function negotiate(header: string | undefined): Accepted {
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') return JSON_ARRAY
  const entries = header
    .split(',')
    .map(parseEntry)
    .sort((left, right) => right.quality - left.quality)
  for (const { type, nullsStripped, quality } of entries) {
    const accepted = quality > 0 ? formatOf(type, nullsStripped) : null
    if (accepted) return accepted
  }
  throw new RestError(
    'PGRST107',
    `None of these media types are available: ${entries.map((entry) => entry.type).join(', ')}`,
  )
}

function parseEntry(entry: string): { type: string; nullsStripped: boolean; quality: number } {
  const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return {
    type,
    nullsStripped: parameters.includes('nulls=stripped'),
    quality: quality ? Number(quality.slice(2)) || 0 : 1,
  }
}

function formatOf(type: string, stripNulls: boolean): Accepted | null {
  const stripped = stripNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return JSON_ARRAY
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripNulls
        ? { format: 'array', stripNulls, contentType: `application/vnd.pgrst.array+json${stripped}; charset=utf-8` }
        : JSON_ARRAY
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        format: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${stripped}; charset=utf-8`,
      }
    case 'text/csv':
      return CSV
  }
  return null
}
