import type { AttributeFilter, ListingSearch } from '../../contract/search/search.ts'
import type { Ad, Snapshot } from './search-market.ts'

const EARTH_KM = 12_742
const DAY_MS = 86_400_000

/** Whether an ad matches every filter of a search except its words, as a plain reference implementation. `without` omits one filter. */
export function fits(ad: Ad, search: ListingSearch, market: Snapshot, without?: string): boolean {
  return Object.entries(filtersOf(search, market)).every(([name, allows]) => name === without || allows(ad))
}

type Filters = Record<string, (ad: Ad) => boolean>

function filtersOf(search: ListingSearch, market: Snapshot): Filters {
  const { above } = market
  const filters: Filters = {}
  const { category, type, condition, delivery, seller_type: sellerType, price_min: min, price_max: max } = search
  if (category) filters.category = (ad) => above.get(ad.category)?.includes(category) ?? false
  if (type) filters.type = (ad) => listOf<string>(type).includes(ad.type)
  if (condition) filters.condition = (ad) => listOf<string>(condition).includes(ad.condition ?? '')
  if (delivery) filters.delivery = (ad) => ad.delivery === 'both' || listOf<string>(delivery).includes(ad.delivery)
  if (sellerType) filters.seller_type = (ad) => ad.seller_type === sellerType
  if (search.with_photo) filters.with_photo = (ad) => ad.photo_count > 0
  if (min !== undefined || max !== undefined) filters.price = ({ price_minor: price }) => isBetween(price, { min, max })
  const { lat, lng, radius_km: radius } = search
  if (lat !== undefined && lng !== undefined && radius !== undefined) {
    filters.radius_km = (ad) => ad.lat !== null && ad.lng !== null && distance(lat, lng, ad.lat, ad.lng) <= radius
  }
  if (search.box) {
    const [west, south, east, north] = search.box
    filters.box = (ad) =>
      isBetween(ad.lat, { min: south, max: north }) &&
      (west <= east
        ? isBetween(ad.lng, { min: west, max: east })
        : isBetween(ad.lng, { min: west }) || isBetween(ad.lng, { max: east }))
  }
  const { posted_within_days: days, posted_since: since, seller } = search
  if (days !== undefined || since) {
    const oldest = Math.max(since ? Date.parse(since) : 0, days === undefined ? 0 : market.now - days * DAY_MS)
    filters.posted = (ad) => Date.parse(ad.published_at) >= oldest
  }
  if (seller) filters.seller = (ad) => listOf<string>(seller).includes(ad.seller_id)
  for (const [key, wanted] of Object.entries(search.attributes ?? {})) {
    filters[`attributes.${key}`] = ({ attributes }) => says(attributes[key], wanted)
  }
  return filters
}

/** Whether the ad's attribute matches the requested value. */
function says(value: unknown, wanted: AttributeFilter): boolean {
  if (value === undefined || value === null) return false
  if (typeof wanted === 'object' && !Array.isArray(wanted)) return isBetween(Number(value), wanted as Range)
  const choices = listOf(wanted as string | number | boolean | readonly (string | number | boolean)[])
  return listOf(value as string).some((one) => choices.some((choice) => plain(one) === plain(choice)))
}

interface Range {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

function isBetween(value: number | null, { min, max }: Range): boolean {
  return value !== null && value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)
}

export function listOf<T>(given: T | readonly T[]): readonly T[] {
  return Array.isArray(given) ? (given as readonly T[]) : [given as T]
}

/** Without accents, punctuation and capitals. */
export function plain(said: unknown): string {
  return String(said)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
}

export function distance(fromLat: number, fromLng: number, toLat: number, toLng: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const across =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLng - fromLng) / 2) ** 2
  return EARTH_KM * Math.asin(Math.sqrt(Math.min(1, across)))
}

/** Counts by key. */
export function countBy<T>(things: readonly T[], valuesOf: (thing: T) => readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const thing of things) for (const value of valuesOf(thing)) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
