import { RestError } from '../errors.ts'
import type { PlacedRange, Query } from './query.ts'

export interface RowRange {
  readonly limit: number | null
  readonly offset: number
}

const ALL: RowRange = { limit: null, offset: 0 }

/** The root's range: `limit` and `offset`, narrowed by a Range header (GET only). @throws {RestError} PGRST103 */
export function rootRange(query: Query, rangeHeader: string | undefined): RowRange {
  const given = query.ranges.get('')
  const header = rangeHeader === undefined ? null : parseRangeHeader(rangeHeader)
  if (!given && !header) return ALL
  const range = given ? checkedRange(given) : ALL
  if (!header) return range
  const from = Math.max(range.offset, header.from)
  const to = Math.min(header.to, range.limit === null ? Number.POSITIVE_INFINITY : range.offset + range.limit - 1)
  if (to < from && range.limit !== 0)
    throw notSatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return { offset: from, limit: to === Number.POSITIVE_INFINITY ? null : to - from + 1 }
}

/** @throws {RestError} PGRST103 for a negative limit */
export function checkedRange(range: PlacedRange): RowRange {
  if (range.limit !== null && range.limit < 0) throw notSatisfiable('Limit should be greater than or equal to zero.')
  return range
}

function parseRangeHeader(header: string): { from: number; to: number } | null {
  const match = /^(\d{1,15})-(\d{1,15})?$/.exec(header.trim())
  if (!match) return null
  return { from: Number(match[1]), to: match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]) }
}

function notSatisfiable(details: string): RestError {
  return new RestError('PGRST103', 'Requested range not satisfiable', { details })
}
