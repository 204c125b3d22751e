import {
  CONDITIONS,
  type Condition,
  LISTING_TYPES,
  type ListingType,
  SELLER_TYPES,
  SORTS,
  type Sort,
  VIEWS,
  type View,
} from './listing-values.ts'
import { decimalsOf, decimalText, marketCurrency, minorPerUnit } from './money.ts'
import type { SellerType } from './search.ts'
import { type AttributeChoice, readAttributes, writeAttributes } from './search-attributes.ts'
import { type Box, type Near, readBox, readNear, writeBox, writeNear } from './search-place.ts'

/** Everything that /browse shows, as its address holds it. Prices in minor units. */
export interface SearchState {
  q: string
  category: string | null
  /** By key of the category's attributes. */
  attributes: Readonly<Record<string, AttributeChoice>>
  priceMin: number | null
  priceMax: number | null
  conditions: Condition[]
  delivery: 'pickup' | 'ship' | null
  type: ListingType | null
  sellerType: SellerType | null
  withPhoto: boolean
  postedWithinDays: number | null
  /** Words that no ad may have. */
  exclude: readonly string[]
  /** Leaves out what was looked at in this browser. */
  hideSeen: boolean
  near: Near | null
  radiusKm: number | null
  /** A part of the map. */
  box: Box | null
  /** null: best match with words, newest without. */
  sort: Sort | null
  view: View
  /** How many pages of 24 are open, from 1. */
  page: number
}

export const EMPTY_SEARCH: SearchState = {
  q: '',
  category: null,
  attributes: {},
  priceMin: null,
  priceMax: null,
  conditions: [],
  delivery: null,
  type: null,
  sellerType: null,
  withPhoto: false,
  postedWithinDays: null,
  exclude: [],
  hideSeen: false,
  near: null,
  radiusKm: null,
  box: null,
  sort: null,
  view: 'grid',
  page: 1,
}

export const RADII_KM: readonly number[] = [5, 10, 20, 30, 50, 100, 200]
export const POSTED_DAYS = [1, 3, 7, 30] as const
export const MAX_EXCLUDED = 20
const MAX_QUERY = 200
const MAX_WORD = 40
const MAX_PRICE_MINOR = 100_000_000
/** Cursors are walked from the first page: an address may not ask for an endless walk. */
const MAX_PAGE = 40

const KEYS = new Set(
  'q category price_min price_max condition delivery type seller_type photo posted_since exclude hide_seen place lat lng radius box sort view page'.split(
    ' ',
  ),
)
/** What other sites hang on to a link: of no interest to whoever followed it. */
const TRACKING = /^(utm_.*|fbclid|gclid|msclkid|ref)$/

/** Reads an address. A key or a value that makes no sense is left out, and its key is named in `ignored`. */
export function readSearch(params: URLSearchParams): { state: SearchState; ignored: string[] } {
  const ignored = [...new Set(params.keys())].filter(
    (key) => !KEYS.has(key) && !key.startsWith('attr.') && !TRACKING.test(key),
  )
  const read = <T>(key: string, parse: (text: string) => T | null): T | null => {
    const text = params.get(key)?.trim()
    if (!text) return null
    const value = parse(text)
    if (value === null) ignored.push(key)
    return value
  }

  const state: SearchState = {
    q: read('q', (text) => text.slice(0, MAX_QUERY)) ?? '',
    category: read('category', (text) => (/^[a-z0-9-]{1,60}$/.test(text) ? text : null)),
    attributes: readAttributes(params, ignored),
    priceMin: read('price_min', readPrice),
    priceMax: read('price_max', readPrice),
    conditions: read('condition', readConditions) ?? [],
    delivery: read('delivery', (text) => (text === 'pickup' || text === 'ship' ? text : null)),
    type: read('type', (text) => LISTING_TYPES.find((type) => type === text) ?? null),
    sellerType: read('seller_type', (text) => SELLER_TYPES.find((type) => type === text) ?? null),
    withPhoto: read('photo', (text) => (text === '1' ? true : null)) ?? false,
    postedWithinDays: read('posted_since', (text) => POSTED_DAYS.find((days) => String(days) === text) ?? null),
    exclude: read('exclude', readExcluded) ?? [],
    hideSeen: read('hide_seen', (text) => (text === '1' ? true : null)) ?? false,
    near: readNear(params, ignored),
    radiusKm: read('radius', (text) => RADII_KM.find((km) => String(km) === text) ?? null),
    box: read('box', readBox),
    sort: read('sort', (text) => SORTS.find((sort) => sort === text) ?? null),
    view: read('view', (text) => VIEWS.find((view) => view === text) ?? null) ?? 'grid',
    page: read('page', readPage) ?? 1,
  }
  dropContradictions(state, ignored)
  return { state, ignored }
}

/** The address of a search, without what is empty or the default. Prices are written in whole units: 10 or 9.50. */
export function writeSearch(state: SearchState): URLSearchParams {
  const params = new URLSearchParams()
  const put = (key: string, value: string | number | null) => {
    if (value !== null && value !== '') params.set(key, String(value))
  }
  put('q', state.q)
  put('category', state.category)
  writeAttributes(params, state.attributes)
  put('price_min', state.priceMin === null ? null : priceText(state.priceMin))
  put('price_max', state.priceMax === null ? null : priceText(state.priceMax))
  put('condition', CONDITIONS.filter((condition) => state.conditions.includes(condition)).join(','))
  put('delivery', state.delivery)
  put('type', state.type)
  put('seller_type', state.sellerType)
  put('photo', state.withPhoto ? 1 : null)
  put('posted_since', state.postedWithinDays)
  put('exclude', state.exclude.join(' '))
  put('hide_seen', state.hideSeen ? 1 : null)
  writeNear(params, state.near)
  put('radius', state.near ? state.radiusKm : null)
  put('box', writeBox(state.box))
  if (state.sort !== sortOf({ ...state, sort: null })) put('sort', state.sort)
  put('view', state.view === 'grid' ? null : state.view)
  put('page', state.page > 1 ? state.page : null)
  return params
}

/** The order that applies: what was chosen, or best match for words and newest otherwise. */
export function sortOf(state: SearchState): Sort {
  if (state.sort === 'distance' && !state.near) return 'newest'
  if (state.sort === 'relevance' && !state.q) return 'newest'
  return state.sort ?? (state.q ? 'relevance' : 'newest')
}

/** Keeps the words, the place, the order and the view; drops every filter. */
export function withoutFilters(state: SearchState): SearchState {
  return { ...EMPTY_SEARCH, q: state.q, near: state.near, sort: state.sort, view: state.view }
}

/** Reads a price as people type it ("12", "9,50", "1 200"), in minor units of the market's currency; null when it is no price. */
export function readPrice(text: string): number | null {
  const currency = marketCurrency()
  const [whole = '', decimals = '', ...more] = text.replace(/[\s\p{Sc}]/gu, '').split(/[.,]/)
  if (more.length > 0 || !/^\d{1,9}$/.test(whole) || !/^\d{0,4}$/.test(decimals)) return null
  if (decimals.length > decimalsOf(currency)) return null
  const minor = Number(whole) * minorPerUnit(currency) + Number(decimals.padEnd(decimalsOf(currency), '0'))
  return minor <= MAX_PRICE_MINOR ? minor : null
}

/** Minor units as people type them: 1000 is "10", 950 is "9.50". */
export function priceText(minor: number): string {
  const currency = marketCurrency()
  const units = minorPerUnit(currency)
  return minor % units === 0 ? String(minor / units) : decimalText(minor, currency)
}

/** Words to leave out as people type them, each once; null when there is none. */
export function readExcluded(text: string): string[] | null {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.slice(0, MAX_WORD))
    .filter(Boolean)
  return words.length > 0 ? [...new Set(words)].slice(0, MAX_EXCLUDED) : null
}

function readConditions(text: string): Condition[] | null {
  const asked = text.split(',')
  const known = CONDITIONS.filter((condition) => asked.includes(condition))
  return known.length === new Set(asked).size ? known : null
}

function readPage(text: string): number | null {
  const page = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return page >= 1 && page <= MAX_PAGE ? page : null
}

/** What is well formed by itself and means nothing together. */
function dropContradictions(state: SearchState, ignored: string[]): void {
  if (state.priceMin !== null && state.priceMax !== null && state.priceMin > state.priceMax) {
    state.priceMin = null
    state.priceMax = null
    ignored.push('price_min', 'price_max')
  }
  if (state.radiusKm !== null && !state.near) {
    state.radiusKm = null
    ignored.push('radius')
  }
  if ((state.sort === 'relevance' && !state.q) || (state.sort === 'distance' && !state.near)) {
    state.sort = null
    ignored.push('sort')
  }
}
