import { RpcError } from 'souk-backend'
import type { ListingSearch, SearchAnswer } from '../contract/search/search.ts'

export type SearchSort = SearchAnswer['sort']

/** The page after one that ended with this: the same for both engines. */
export interface Cursor {
  readonly s: SearchSort | 'titled' | 'common'
  readonly k: string | number
  readonly id: string
  /** Time of the first page: scores decay with time, and all pages are ranked as of it. */
  readonly at: string
  readonly total: number
  /** Weight of each word by rarity. */
  readonly w?: readonly number[]
}

/** The parameters without null and empty ones; a stored search may have more than the contract knows. */
export type Given = ListingSearch & Readonly<Record<string, unknown>>

const BOUNDS: readonly (readonly [key: keyof ListingSearch, low: number, high: number])[] = [
  ['lat', -90, 90],
  ['lng', -180, 180],
  ['radius_km', 0, 20_000],
  ['posted_within_days', 0, 3650],
  ['price_min', 0, 2_000_000_000],
  ['price_max', 0, 2_000_000_000],
  ['limit', -1000, 1_000_000],
]
const NUMBER = /^-?\d{1,12}(\.\d{1,12})?$/
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const SORTS: readonly string[] = ['relevance', 'newest', 'price_asc', 'price_desc', 'distance']
const KNOWN = new Set(
  `q category type condition delivery seller_type with_photo price_min price_max attributes lat lng radius_km box posted_within_days posted_since
  seller exclude ids sort limit cursor facets explain zoom`.split(/\s+/),
)

/** Unknown parameters, listed in the answer. */
export function unknownKeys(given: Given): string[] {
  return Object.keys(given)
    .filter((key) => !KNOWN.has(key))
    .sort()
    .slice(0, 20)
}

/** One option or several, as texts. */
export function listOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return [...new Set(list.filter((one) => typeof one === 'string'))]
}

/** The existing options among them; a stale link may have others. */
export function choicesOf(value: unknown, known: readonly string[]): string[] {
  return listOf(value).filter((one) => known.includes(one))
}

/**
 * The parameters without null and empty ones. Numbers are parsed.
 * @throws {RpcError} 22023 for invalid numbers, times, UUIDs and boxes
 */
export function checkedParams(params: unknown): Given {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return {}
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
  for (const [key, low, high] of BOUNDS) {
    if (given[key] === undefined) continue
    const isNumber = NUMBER.test(String(given[key])) && Number(given[key]) >= low && Number(given[key]) <= high
    if (!isNumber) throw refusal(`${key} must be a number from ${low} to ${high}.`)
    given[key] = Number(given[key])
  }
  const { posted_since: since, seller, ids, box } = given
  if (since !== undefined && (!/^\d{4}-\d{2}-\d{2}/.test(String(since)) || Number.isNaN(Date.parse(String(since))))) {
    throw refusal('posted_since must be a time such as 2026-11-21T09:00:00Z.')
  }
  if (![...listOf(seller), ...listOf(ids)].every((id) => UUID.test(id))) throw refusal('seller and ids must be UUIDs.')
  if (Array.isArray(box) && box.length === 0) delete given.box
  else if (box !== undefined && !isBox(box)) throw refusal('box must be [west, south, east, north] in degrees.')
  if (given.q !== undefined && typeof given.q !== 'string') given.q = String(given.q)
  return given
}

function isBox(box: unknown): boolean {
  if (!Array.isArray(box) || box.length !== 4 || !box.every((side) => typeof side === 'number')) return false
  const [west = 0, south = 0, east = 0, north = 0] = box as number[]
  return Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && north >= south
}

/** The effective order and the cursor. @throws {RpcError} 22023; a cursor is valid for one order only: another would skip ads */
export function orderOf(given: Given, hasWords: boolean): { sort: SearchSort; cursor: Cursor | null } {
  const asked = given.sort ?? 'relevance'
  if (!SORTS.includes(asked)) {
    throw refusal('sort must be relevance, newest, price_asc, price_desc or distance.')
  }
  if (asked === 'distance' && (given.lat === undefined || given.lng === undefined)) {
    throw refusal('Sorting by distance needs lat and lng.')
  }
  const sort = asked === 'relevance' && !hasWords ? 'newest' : asked
  if (given.cursor === undefined) return { sort, cursor: null }
  const cursor = readCursor(String(given.cursor))
  const isOwn = cursor?.s === sort || (sort === 'relevance' && (cursor?.s === 'titled' || cursor?.s === 'common'))
  if (!cursor || !isOwn || !isKey(cursor)) {
    throw refusal('The cursor does not belong to this search. Start again from the first page.')
  }
  return { sort, cursor }
}

function readCursor(text: string): Cursor | null {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Cursor // checked below
    const isRead = UUID.test(cursor.id) && !Number.isNaN(Date.parse(cursor.at)) && Number.isInteger(cursor.total)
    return isRead ? cursor : null
  } catch {
    return null
  }
}

function isKey({ s, k }: Cursor): boolean {
  return s === 'newest' || s === 'titled' || s === 'common'
    ? !Number.isNaN(Date.parse(String(k)))
    : Number.isFinite(Number(k))
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function refusal(message: string): RpcError {
  return new RpcError('22023', message)
}
