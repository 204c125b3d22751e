import { readPlace } from '../../../../contract/places.ts'
import { CONDITION_LABEL, HANDOVER_LABEL, POSTED_LABEL, TYPE_LABEL } from './labels.ts'
import {
  CONDITIONS,
  type Condition,
  LISTING_TYPES,
  type ListingType,
  type SearchParams,
  SORTS,
  type Sort,
} from './listing.ts'

/** Where distance is measured from. `label` is null for a place taken from the device. */
export interface Near {
  label: string | null
  lat: number
  lng: number
}

/** Everything that /browse shows, as its address holds it. Prices in minor units. */
export interface SearchState {
  q: string
  category: string | null
  priceMin: number | null
  priceMax: number | null
  conditions: Condition[]
  delivery: 'pickup' | 'ship' | null
  type: ListingType | null
  postedWithinDays: number | null
  near: Near | null
  radiusKm: number | null
  /** null: best match with words, newest without. */
  sort: Sort | null
}

export const EMPTY_SEARCH: SearchState = {
  q: '',
  category: null,
  priceMin: null,
  priceMax: null,
  conditions: [],
  delivery: null,
  type: null,
  postedWithinDays: null,
  near: null,
  radiusKm: null,
  sort: null,
}

export const RADII_KM: readonly number[] = [5, 10, 20, 30, 50, 100, 200]
export const POSTED_DAYS = [1, 3, 7, 30] as const
const MAX_QUERY = 200
const MAX_PRICE_MINOR = 100_000_000

/** Reads an address. A value that makes no sense is left out, and its key is named in `ignored`. */
export function readSearch(params: URLSearchParams): { state: SearchState; ignored: string[] } {
  const ignored: string[] = []
  const read = <T>(key: string, parse: (text: string) => T | null): T | null => {
    const text = params.get(key)?.trim()
    if (!text) return null
    const value = parse(text)
    if (value === null) ignored.push(key)
    return value
  }

  const conditions = read('condition', (text) => {
    const asked = text.split(',')
    const known = CONDITIONS.filter((condition) => asked.includes(condition))
    return known.length === new Set(asked).size ? known : null
  })
  const state: SearchState = {
    q: read('q', (text) => text.slice(0, MAX_QUERY)) ?? '',
    category: read('category', (text) => (/^[a-z0-9-]{1,60}$/.test(text) ? text : null)),
    priceMin: read('price_min', readPrice),
    priceMax: read('price_max', readPrice),
    conditions: conditions ?? [],
    delivery: read('delivery', (text) => (text === 'pickup' || text === 'ship' ? text : null)),
    type: read('type', (text) => LISTING_TYPES.find((type) => type === text) ?? null),
    postedWithinDays: read('posted', (text) => POSTED_DAYS.find((days) => String(days) === text) ?? null),
    near: readNear(params, ignored),
    radiusKm: read('radius', readRadius),
    sort: read('sort', (text) => SORTS.find((sort) => sort === text) ?? null),
  }

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
  put('price_min', state.priceMin === null ? null : priceText(state.priceMin))
  put('price_max', state.priceMax === null ? null : priceText(state.priceMax))
  put('condition', CONDITIONS.filter((condition) => state.conditions.includes(condition)).join(','))
  put('delivery', state.delivery)
  put('type', state.type)
  put('posted', state.postedWithinDays)
  if (state.near?.label) {
    put('place', state.near.label)
  } else if (state.near) {
    put('lat', state.near.lat)
    put('lng', state.near.lng)
  }
  put('radius', state.near ? state.radiusKm : null)
  if (state.sort !== sortOf({ ...state, sort: null })) put('sort', state.sort)
  return params
}

/** The order that applies: what was chosen, or best match for words and newest otherwise. */
export function sortOf(state: SearchState): Sort {
  if (state.sort === 'distance' && !state.near) return 'newest'
  if (state.sort === 'relevance' && !state.q) return 'newest'
  return state.sort ?? (state.q ? 'relevance' : 'newest')
}

/** The same search in the words of search_listings. */
export function searchParams(state: SearchState): SearchParams {
  return {
    ...(state.q && { q: state.q }),
    ...(state.category && { category: state.category }),
    ...(state.type && { type: state.type }),
    ...(state.priceMin !== null && { price_min: state.priceMin }),
    ...(state.priceMax !== null && { price_max: state.priceMax }),
    ...(state.conditions.length > 0 && { condition: state.conditions }),
    ...(state.delivery && { delivery: state.delivery }),
    ...(state.near && { lat: state.near.lat, lng: state.near.lng }),
    ...(state.near && state.radiusKm !== null && { radius_km: state.radiusKm }),
    ...(state.postedWithinDays !== null && { posted_within_days: state.postedWithinDays }),
    sort: sortOf(state),
  }
}

/** One active filter: what to call it, and the same search without it. */
export interface ActiveFilter {
  key: 'category' | 'price' | 'condition' | 'delivery' | 'type' | 'posted' | 'radius'
  /** The name of the filter, for "Remove filter Price". */
  name: string
  /** What it is set to, for the chip. */
  label: string
  without: SearchState
}

/** Filters in the order of the rail. Words are not a filter: they have their own box. */
export function activeFilters(
  state: SearchState,
  words: { categoryName: string | null; money: (minor: number) => string },
): ActiveFilter[] {
  const filters: ActiveFilter[] = []
  const add = (key: ActiveFilter['key'], name: string, label: string, change: Partial<SearchState>) =>
    filters.push({ key, name, label, without: { ...state, ...change } })

  if (state.category) add('category', 'Category', words.categoryName ?? state.category, { category: null })
  if (state.type) add('type', 'Kind of ad', TYPE_LABEL[state.type], { type: null })
  const price = priceLabel(state, words.money)
  if (price) add('price', 'Price', price, { priceMin: null, priceMax: null })
  if (state.conditions.length > 0) {
    const label = state.conditions.map((condition) => CONDITION_LABEL[condition]).join(', ')
    add('condition', 'Condition', label, { conditions: [] })
  }
  if (state.near && state.radiusKm !== null) {
    const label = `Within ${state.radiusKm} km of ${state.near.label ?? 'you'}`
    add('radius', 'Distance', label, { radiusKm: null })
  }
  if (state.delivery) add('delivery', 'Handover', HANDOVER_LABEL[state.delivery], { delivery: null })
  if (state.postedWithinDays !== null) {
    add('posted', 'Posted', POSTED_LABEL[state.postedWithinDays] ?? '', { postedWithinDays: null })
  }
  return filters
}

/** Keeps the words, the place and the order; drops every filter. */
export function withoutFilters(state: SearchState): SearchState {
  return { ...EMPTY_SEARCH, q: state.q, near: state.near, sort: state.sort }
}

/** Reads a price as people type it ("12", "9,50", "1 200"), in minor units; null when it is no price. */
export function readPrice(text: string): number | null {
  const plain = text.replace(/[\s\u00a0€]/g, '').replace(',', '.')
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null
  const minor = Math.round(Number(plain) * 100)
  return minor <= MAX_PRICE_MINOR ? minor : null
}

/** Minor units as people type them: 1000 is "10", 950 is "9.50". */
export function priceText(minor: number): string {
  return minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2)
}

/** Rounds a computed amount for a sentence: nobody asks for €19.75. */
export function wholeUnits(minor: number): number {
  return Math.round(minor / 100) * 100
}

function priceLabel({ priceMin, priceMax }: SearchState, money: (minor: number) => string): string | null {
  if (priceMin !== null && priceMax !== null) return `${money(priceMin)} to ${money(priceMax)}`
  if (priceMin !== null) return `From ${money(priceMin)}`
  if (priceMax !== null) return `Up to ${money(priceMax)}`
  return null
}

function readRadius(text: string): number | null {
  return RADII_KM.find((km) => String(km) === text) ?? null
}

function readNear(params: URLSearchParams, ignored: string[]): Near | null {
  const label = params.get('place')?.trim()
  if (label) {
    const place = readPlace(label)
    if (place && place.lat !== null && place.lng !== null) return { label, lat: place.lat, lng: place.lng }
    ignored.push('place')
    return null
  }
  const [latText, lngText] = [params.get('lat'), params.get('lng')]
  if (!latText && !lngText) return null
  const [lat, lng] = [Number(latText || Number.NaN), Number(lngText || Number.NaN)]
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { label: null, lat, lng }
  ignored.push('lat', 'lng')
  return null
}
