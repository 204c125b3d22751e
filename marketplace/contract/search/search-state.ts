import {
  CONDITIONS,
  type Condition,
  type ListingType,
  type SellerType,
  type Sort,
  type View,
} from '../ads/listing-values.ts'
import { decimalText, marketCurrency, minorPerUnit } from '../money/money.ts'
import { type AttributeChoice, writeAttributes } from './search-attributes.ts'
import { type Box, type Near, writeBox, writeNear } from './search-place.ts'

/** The state of /browse, as in its URL. Prices in minor units. */
export interface SearchState {
  q: string
  category: string | null
  /** By attribute key of the category. */
  attributes: Readonly<Record<string, AttributeChoice>>
  priceMin: number | null
  priceMax: number | null
  conditions: Condition[]
  delivery: 'pickup' | 'ship' | null
  type: ListingType | null
  sellerType: SellerType | null
  withPhoto: boolean
  postedWithinDays: number | null
  /** Excluded words. */
  exclude: readonly string[]
  /** Hides ads already viewed in this browser. */
  hideSeen: boolean
  near: Near | null
  radiusKm: number | null
  /** A map area. */
  box: Box | null
  /** null: best match with words, newest without. */
  sort: Sort | null
  view: View
  /** Number of open result pages, from 1. */
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

export const RADII_KM: readonly number[] = [2, 5, 10, 25, 50, 100, 200]
export const POSTED_DAYS = [1, 3, 7, 30] as const
/** The URL of a search, without empty and default values. Prices are in whole units: 10 or 9.50. */
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

/** The effective order: the chosen one, or best match with words and newest without. */
export function sortOf(state: SearchState): Sort {
  if (state.sort === 'distance' && !state.near) return 'newest'
  if (state.sort === 'relevance' && !state.q) return 'newest'
  return state.sort ?? (state.q ? 'relevance' : 'newest')
}

/** Keeps the words, the place, the order and the view; drops every filter. */
export function withoutFilters(state: SearchState): SearchState {
  return { ...EMPTY_SEARCH, q: state.q, near: state.near, sort: state.sort, view: state.view }
}

/** Minor units in typed form: 1000 is "10", 950 is "9.50". */
export function priceText(minor: number): string {
  const currency = marketCurrency()
  const units = minorPerUnit(currency)
  return minor % units === 0 ? String(minor / units) : decimalText(minor, currency)
}
