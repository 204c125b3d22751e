import { CONDITIONS, LISTING_TYPES, SELLER_TYPES } from '../contract/ads/listing-values.ts'
import type { ListingSearch } from '../contract/search/search.ts'
import { choicesOf, type Given, listOf, unknownKeys } from './params.ts'
import { anyWord, type Query } from './query.ts'
import type { AttributePlan, ReadSearch } from './understanding/read-search.ts'
import type { Understood } from './understanding/understood.ts'

/** One filter of a search, by its parameter: facets omit their own filter, and each can be relaxed. */
export type Condition =
  | { readonly is: 'open' }
  | { readonly is: 'words'; readonly query: Query }
  | { readonly is: 'one of'; readonly column: Column; readonly values: readonly string[]; readonly not?: boolean }
  | { readonly is: 'since'; readonly time: string }
  | { readonly is: 'with photo' }
  | { readonly is: 'price'; readonly min: number; readonly max: number }
  | { readonly is: 'category'; readonly category: ReadSearch['category'] }
  | { readonly is: 'radius'; readonly lat: number; readonly lng: number; readonly km: number; readonly not?: boolean }
  | { readonly is: 'box'; readonly box: NonNullable<ListingSearch['box']> }
  | { readonly is: 'attribute'; readonly plan: AttributePlan }
  | { readonly is: 'age'; readonly years: number }

export type Column = 'id' | 'seller_id' | 'type' | 'condition' | 'delivery' | 'seller_type' | 'category'

/** By parameter name; `open` always exists, `q` if there are words, `what` if near matches replace it. */
export type Conditions = Readonly<Record<string, Condition>>

const CHOICES = {
  type: LISTING_TYPES,
  condition: CONDITIONS,
  delivery: ['pickup', 'ship'],
  seller_type: SELLER_TYPES,
} as const

/** The filters of a search, and the names of invalid ones. */
export function conditionsOf(
  given: Given,
  read: Pick<ReadSearch, 'now' | 'category' | 'attributes' | 'exclude' | 'blocked'>,
  { query, age }: Pick<Understood, 'query' | 'age'>,
): { conditions: Conditions; ignored: string[] } {
  const found: Record<string, Condition> = { open: { is: 'open' } }
  const ignored = unknownKeys(given)
  if (query) found.q = { is: 'words', query }
  // A search for an item excludes wanted ads.
  if (query && given.type === undefined) found.type = { is: 'one of', column: 'type', values: ['wanted'], not: true }
  if (age !== null) found.age = { is: 'age', years: age }
  if (read.exclude.length > 0) found.exclude = { is: 'words', query: { not: anyWord(read.exclude) } }
  if (given.ids !== undefined) found.ids = { is: 'one of', column: 'id', values: listOf(given.ids) }
  if (given.seller !== undefined) found.seller = { is: 'one of', column: 'seller_id', values: listOf(given.seller) }
  // Ads of blocked sellers are found on their own page only.
  else if (read.blocked.length > 0)
    found.blocked = { is: 'one of', column: 'seller_id', values: read.blocked, not: true }
  const since = sinceOf(given, read.now)
  if (since !== null) found.posted = { is: 'since', time: since }
  if (String(given.with_photo) === 'true') found.with_photo = { is: 'with photo' }
  if (given.price_min !== undefined || given.price_max !== undefined) {
    found.price = {
      is: 'price',
      min: Math.floor(given.price_min ?? 0),
      max: Math.floor(given.price_max ?? 2_147_483_647),
    }
  }
  const { lat, lng, radius_km: km, box } = given
  if (km !== undefined && lat !== undefined && lng !== undefined) found.radius_km = { is: 'radius', lat, lng, km }
  else if (km !== undefined) ignored.push('radius_km')
  if (box !== undefined) found.box = { is: 'box', box }
  if (given.category !== undefined) found.category = { is: 'category', category: read.category }
  for (const [column, known] of Object.entries(CHOICES) as [keyof typeof CHOICES, readonly string[]][]) {
    if (given[column] === undefined) continue
    const values = choicesOf(given[column], known)
    if (values.length > 0) found[column] = { is: 'one of', column, values }
    const isEmpty = Array.isArray(given[column]) && given[column].length === 0
    // Existing options apply, and the ignored ones are reported.
    if ((values.length === 0 && !isEmpty) || listOf(given[column]).length !== values.length) ignored.push(column)
  }
  for (const [name, plan] of Object.entries(read.attributes)) {
    if (plan) found[name] = { is: 'attribute', plan }
    else ignored.push(name)
  }
  return { conditions: found, ignored }
}

function sinceOf({ posted_since, posted_within_days: days }: Given, now: string): string | null {
  const times = [
    ...(posted_since === undefined ? [] : [Date.parse(posted_since)]),
    ...(days === undefined ? [] : [Date.parse(now) - days * 86_400_000]),
  ]
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
}

/** The conditions without some of them. */
export function without(conditions: Conditions, ...names: readonly string[]): Conditions {
  return Object.fromEntries(Object.entries(conditions).filter(([name]) => !names.includes(name)))
}
