import type { RestLimits } from '../../config/rest.ts'
import { RestError } from '../errors.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** A payload as JSON bytes that are passed to the database unchanged, and what the statement must know about it. */
export interface Payload {
  readonly raw: Buffer
  /** The keys of its object(s); null if the `columns` parameter decides and the body wasn't parsed. */
  readonly keys: readonly string[] | null
  readonly isArray: boolean
}

/** Reads the body of a write. @throws {RestError} PGRST102 */
export function readPayload(raw: Buffer, contentType: string | undefined, columnsGiven: boolean): Payload {
  const type = mediaTypeOf(contentType)
  if (type === FORM) {
    const form = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    return { raw: Buffer.from(JSON.stringify(form)), keys: columnsGiven ? null : Object.keys(form), isArray: false }
  }
  if (type === 'text/csv') return readCsv(raw.toString('utf8'), columnsGiven)
  if (type !== 'application/json') {
    throw new RestError('PGRST102', `Content-Type not acceptable: ${type}`)
  }
  if (columnsGiven) return { raw, keys: null, isArray: firstByte(raw) === 0x5b }
  return inspect(raw)
}

/** Reads the named arguments of a call. An empty body is `{}`; only the first element of an array counts. */
export function readArguments(raw: Buffer, contentType: string | undefined): Payload {
  const type = mediaTypeOf(contentType)
  if (type === 'application/json' && (raw.length === 0 || firstByte(raw) === 0)) {
    return { raw: Buffer.from('{}'), keys: [], isArray: false }
  }
  if (type === 'application/json') {
    const value = parseJson(raw)
    const first: unknown = Array.isArray(value) ? value[0] : value
    const keys = isObject(first) ? Object.keys(first) : []
    return { raw, keys, isArray: Array.isArray(value) }
  }
  return readPayload(raw, contentType, false)
}

export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType === '') return 'application/json'
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

function inspect(raw: Buffer): Payload {
  // Parsed for its keys only: numbers beyond 2^53 and 1.10 would not survive a round trip.
  const value = parseJson(raw)
  if (!Array.isArray(value)) {
    if (!isObject(value)) return { raw: Buffer.from('[]'), keys: [], isArray: true }
    return { raw, keys: Object.keys(value), isArray: false }
  }
  const first: unknown = value[0]
  if (first === undefined) return { raw, keys: [], isArray: true }
  if (!isObject(first)) throw new RestError('PGRST102', 'All object keys must match')
  const keys = Object.keys(first)
  const expected = new Set(keys)
  for (const element of value as unknown[]) {
    const given = isObject(element) ? Object.keys(element) : null
    if (given === null || given.length !== keys.length || !given.every((key) => expected.has(key))) {
      throw new RestError('PGRST102', 'All object keys must match')
    }
  }
  return { raw, keys, isArray: true }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Refuses JSON nested so deeply that PostgreSQL would run out of stack, without parsing it. @throws {RestError} PGRST102 */
export function requireShallow(raw: Buffer, { jsonDepth }: RestLimits): void {
  // Each level takes at least two bytes.
  if (raw.length <= 2 * jsonDepth) return
  let depth = 0
  let isText = false
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > jsonDepth) throw new RestError('PGRST102', `JSON can be nested at most ${jsonDepth} deep`)
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
  }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch (cause) {
    throw new RestError('PGRST102', 'Empty or invalid json', { cause })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first byte that isn't JSON white space; 0 if there is none. */
function firstByte(raw: Buffer): number {
  return raw.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) ?? 0
}

/** The header row names the columns; the literal NULL is null and everything else is text. */
function readCsv(text: string, columnsGiven: boolean): Payload {
  const [header, ...rows] = parseCsv(text)
  if (!header) throw new RestError('PGRST102', 'Empty or invalid csv')
  const objects = rows.map((row) => {
    if (row.length !== header.length) throw new RestError('PGRST102', 'All lines must have same number of fields')
    return Object.fromEntries(header.map((name, index) => [name, row[index] === 'NULL' ? null : row[index]]))
  })
  return { raw: Buffer.from(JSON.stringify(objects)), keys: columnsGiven ? null : header, isArray: true }
}

/** RFC 4180: fields may be quoted; a doubled quote escapes a quote. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/y
  let row: string[] = []
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) throw new RestError('PGRST102', 'Empty or invalid csv')
    const field = match[1] ?? ''
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (match[2] !== ',') {
      rows.push(row)
      row = []
    }
  }
  if (row.length > 0) rows.push([...row, ''])
  return rows
}
