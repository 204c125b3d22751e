import { CONDITIONS, type Condition, LISTING_TYPES, SELLER_TYPES, SORTS, VIEWS } from '../ads/listing-values.ts'
import { decimalsOf, marketCurrency, minorPerUnit } from '../money/money.ts'
import { readPlace } from '../places/places.ts'
import { ATTRIBUTE_PREFIX, type AttributeChoice } from './search-attributes.ts'
import type { Box, Near } from './search-place.ts'
import { POSTED_DAYS, RADII_KM, type SearchState } from './search-state.ts'

export const MAX_EXCLUDED = 20
const MAX_QUERY = 200
const MAX_WORD = 40
const MAX_PRICE_MINOR = 100_000_000
/** Pages are read from the first one, so the number in a URL is bounded. */
const MAX_PAGE = 40

const KEYS = new Set(
  'q category price_min price_max condition delivery type seller_type photo posted_since exclude hide_seen place lat lng radius box sort view page'.split(
    ' ',
  ),
)
/** Not part of a search: the page's language, and tracking parameters of other sites. */
const NOT_OURS = /^(lang|utm_.*|fbclid|gclid|msclkid|ref)$/
const MAX_LABEL = 80
const ATTRIBUTE_KEY = /^[a-z][a-z0-9_]{0,40}$/
const MAX_KEYS = 12
const MAX_VALUES = 20
const MAX_VALUE = 80
const NUMBER = '-?\\d{1,9}(?:\\.\\d{1,3})?'
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`)

/** Parses a URL. Invalid keys and values are dropped, and the key is listed in `ignored`. */
export function readSearch(params: URLSearchParams): { state: SearchState; ignored: string[] } {
  const ignored = [...new Set(params.keys())].filter(
    (key) => !KEYS.has(key) && !key.startsWith(ATTRIBUTE_PREFIX) && !NOT_OURS.test(key),
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

/** Parses a typed price ("12", "9,50", "1 200"), in minor units of the market's currency; null if invalid. */
export function readPrice(text: string): number | null {
  const currency = marketCurrency()
  const [whole = '', decimals = '', ...more] = text.replace(/[\s\p{Sc}]/gu, '').split(/[.,]/)
  if (more.length > 0 || !/^\d{1,9}$/.test(whole) || !/^\d{0,4}$/.test(decimals)) return null
  if (decimals.length > decimalsOf(currency)) return null
  const minor = Number(whole) * minorPerUnit(currency) + Number(decimals.padEnd(decimalsOf(currency), '0'))
  return minor <= MAX_PRICE_MINOR ? minor : null
}

/** Parses typed words to exclude, deduplicated; null if there are none. */
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

/** Combinations of valid values that make no sense together. */
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

/** Parses `attr.colour=blue&attr.colour=red`, `attr.width_cm=80..120`, `attr.year=..2010` and `attr.boxed=true`. */
function readAttributes(params: URLSearchParams, ignored: string[]): Record<string, AttributeChoice> {
  const attributes: Record<string, AttributeChoice> = {}
  for (const name of new Set(params.keys())) {
    if (!name.startsWith(ATTRIBUTE_PREFIX)) continue
    const key = name.slice(ATTRIBUTE_PREFIX.length)
    const choice = readChoice(params.getAll(name))
    if (choice === null || !ATTRIBUTE_KEY.test(key) || Object.keys(attributes).length >= MAX_KEYS) ignored.push(name)
    else attributes[key] = choice
  }
  return attributes
}

function readChoice(texts: readonly string[]): AttributeChoice | null {
  const values = [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
  const [first, ...rest] = values
  if (first === undefined || values.length > MAX_VALUES || values.some((value) => value.length > MAX_VALUE)) return null
  if (rest.length > 0) return values
  if (first === 'true' || first === 'false') return first === 'true'
  const range = RANGE.exec(first)
  if (!range) return values
  const [min, max] = [range[1], range[2]].map((end) => (end === undefined ? null : Number(end)))
  if (min === undefined || max === undefined || (min === null && max === null)) return null
  return min !== null && max !== null && min > max ? null : { min, max }
}

/** A known area needs only its name; a town has coordinates, which may also stand alone. */
function readNear(params: URLSearchParams, ignored: string[]): Near | null {
  const label = params.get('place')?.trim().slice(0, MAX_LABEL) || null
  const [latText, lngText] = [params.get('lat'), params.get('lng')]
  if (latText || lngText) {
    const [lat, lng] = [Number(latText || Number.NaN), Number(lngText || Number.NaN)]
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { label, lat, lng }
    ignored.push('lat', 'lng')
  }
  if (!label) return null
  const place = readPlace(label)
  if (place && place.lat !== null && place.lng !== null) return { label, lat: place.lat, lng: place.lng }
  ignored.push('place')
  return null
}

/** "-9.2,38.7,-9.1,38.8"; null if it is not a valid box. */
function readBox(text: string): Box | null {
  const sides = text.split(',').map((side) => (/^-?\d{1,3}(\.\d{1,6})?$/.test(side) ? Number(side) : Number.NaN))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides
  const isWorldly = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
  return sides.length === 4 && isWorldly ? [west, south, east, north] : null
}
