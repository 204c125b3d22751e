import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../backends/backend.ts'
import { StorageError } from '../errors.ts'

/** True when the client's copy is still valid (RFC 9110 section 13): If-None-Match decides, else If-Modified-Since. */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, lastModified: string | null): boolean {
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) {
    return noneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== null && wholeSeconds(lastModified) <= since
}

/** Returns the Range header, unless If-Range refers to other bytes (RFC 9110 section 13.1.5). */
export function wantedRange(headers: IncomingHttpHeaders, etag: string, lastModified: string): string | undefined {
  const condition = headers['if-range']
  if (typeof condition !== 'string') return headers.range
  const isTag = condition.startsWith('"') || condition.startsWith('W/')
  const isSame = isTag ? condition === etag : Date.parse(condition) === wholeSeconds(lastModified)
  return isSame ? headers.range : undefined
}

/** HTTP dates have a resolution of one second. */
function wholeSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000) * 1000
}

/**
 * Parses the single range of a Range header, cut to the file's size; null when there is none.
 * @throws {StorageError} invalid_range when it is unsatisfiable or there is more than one
 */
export function readRange(header: string | undefined, size: number): ByteRange | null {
  if (header === undefined) return null
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') throw new StorageError('invalid_range')
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > end || start >= size || (from === '' && Number(to) === 0)) throw new StorageError('invalid_range')
  return { start, end }
}
