import type { Condition, Delivery, ListingType, PriceType } from '../../../../contract/ads/listing-values.ts'
import type { Tables } from '../../../../contract/database.types.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { priceText, readPrice } from '../../../../contract/money/price.ts'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import { readPlace, type TypedPlace } from '../../../../contract/places/places.ts'
import { config } from '../../lib/config.ts'
import type { Attribute } from './types.ts'

/** The fields of the form, empty. Values are as typed, possibly invalid; multiple choices are comma-separated. */
const EMPTY = {
  type: 'sell' as ListingType,
  title: '',
  category: '',
  condition: '' as Condition | '',
  attributes: {} as Record<string, string>,
  description: '',
  price: '',
  openToOffers: false,
  onRequest: false,
  quantity: '1',
  place: '',
  /** The chosen suggestion, valid while `place` is unedited. */
  spot: null as TypedPlace | null,
  meet: true,
  ship: false,
  shipCost: '',
}

type Fields = typeof EMPTY

export interface PostForm extends Fields {
  /** Accepted suggestions by field. */
  taken: Readonly<Record<string, Taken>>
}

export const EMPTY_FORM: PostForm = { ...EMPTY, taken: {} }

/** An accepted suggestion: value, confidence (null if spoken) and time (ISO 8601). */
export interface Taken {
  source: 'photo' | 'voice'
  confidence: number | null
  at: string
  change: Partial<Fields>
}

/** Columns of `listings` that the form writes. */
export const CONTENT_COLUMNS = [
  'category',
  'type',
  'title',
  'description',
  'price_minor',
  'currency',
  'price_type',
  'quantity',
  'condition',
  'attributes',
  'area',
  'city',
  'country',
  'lat',
  'lng',
  'delivery',
  'ship_cost_minor',
] as const

type ContentRow = Pick<Tables<'listings'>, (typeof CONTENT_COLUMNS)[number]>

/** Their values; the table's checks guarantee the narrower types. */
export interface ListingContent
  extends Omit<
    ContentRow,
    'type' | 'price_type' | 'condition' | 'attributes' | 'area' | 'city' | 'country' | 'delivery' | 'category'
  > {
  category: string | null
  type: ListingType
  price_type: PriceType
  condition: Condition | null
  attributes: Record<string, string | number | boolean | string[]>
  area: string
  city: string
  /** Omitted when unknown, to keep the stored value. */
  country?: string
  delivery: Delivery
}

export interface ListingPhotoRow {
  id: string
  path: string
  alt: string
  position: number
}

export interface OwnListing extends ListingContent {
  id: string
  state: string
  /** Increases with each change; used for optimistic locking. */
  version: number
  updated_at: string
  listing_photos: ListingPhotoRow[]
  listing_provenance?: { field: string; source: 'photo' | 'voice'; confidence: number | null; confirmed_at: string }[]
}

/** Converts a stored ad to form values. */
export function formOf(listing: ListingContent): PostForm {
  return {
    ...EMPTY_FORM,
    type: listing.type,
    title: listing.title ?? '',
    category: listing.category ?? '',
    condition: listing.condition ?? '',
    attributes: Object.fromEntries(
      Object.entries(listing.attributes ?? {}).map(([key, value]) => [key, attributeText(value)]),
    ),
    description: listing.description ?? '',
    price: listing.type === 'free' ? '' : priceText(listing.price_minor, listing.currency),
    openToOffers: listing.price_type === 'negotiable',
    onRequest: listing.price_type === 'on_request',
    quantity: String(listing.quantity ?? 1),
    place: listing.city ? placeLabel({ area: listing.area ?? '', city: listing.city }) : '',
    spot: listing.city ? spotOf(listing) : null,
    meet: listing.delivery !== 'ship',
    ship: listing.delivery !== 'pickup',
    shipCost: priceText(listing.ship_cost_minor, listing.currency),
  }
}

function spotOf({ area, city, country, lat, lng }: ListingContent): TypedPlace {
  return { area, city, country: country ?? null, lat, lng }
}

/** The chosen place if unedited, otherwise the text. */
function placeOf({ place, spot }: PostForm): TypedPlace | null {
  return spot && placeLabel(spot) === place.trim() ? spot : readPlace(place)
}

function attributeText(value: string | number | boolean | string[]): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** Columns the form does not edit. */
export type KeptContent = Pick<ListingContent, 'currency'>

/** Columns to store. Unparsable values are omitted, since drafts may be incomplete. `keep` has the columns that the form does not edit. */
export function contentOf(form: PostForm, attributes: readonly Attribute[], keep?: KeptContent): ListingContent {
  const currency = keep?.currency ?? config.currency
  const price = readPrice(form.price, currency)
  const shipCost = form.ship ? readPrice(form.shipCost, currency) : null
  const place = placeOf(form)
  return {
    category: form.category || null,
    type: form.type,
    title: form.title.trim(),
    description: form.description.trim(),
    price_minor: form.type === 'free' || !price.ok || price.minor === 0 ? null : price.minor,
    currency,
    price_type: priceTypeOf(form),
    quantity: form.type === 'sell' ? (readQuantity(form.quantity) ?? 1) : 1,
    condition: form.condition || null,
    attributes: typedAttributes(form.attributes, attributes),
    area: place?.area ?? '',
    city: place?.city ?? '',
    ...(place?.country ? { country: place.country } : {}),
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    delivery: form.ship ? (form.meet ? 'both' : 'ship') : 'pickup',
    ship_cost_minor: shipCost?.ok ? shipCost.minor : null,
  }
}

function priceTypeOf(form: PostForm): ListingContent['price_type'] {
  if (form.type === 'free') return 'free'
  if (form.onRequest && form.price.trim() === '') return 'on_request'
  return form.openToOffers ? 'negotiable' : 'fixed'
}

function typedAttributes(values: Record<string, string>, attributes: readonly Attribute[]) {
  const typed: ListingContent['attributes'] = {}
  for (const { key, type, options } of attributes) {
    const text = values[key]?.trim() ?? ''
    if (text === '') continue
    if (type === 'bool') typed[key] = text === 'yes'
    else if (type === 'int' || type === 'year' || type === 'decimal') {
      const number = readNumber(text)
      if (number !== null) typed[key] = number
    } else if (type === 'text') typed[key] = text
    else if (type === 'multi') {
      const chosen = text.split(',').filter((id) => options.some((option) => option.id === id))
      if (chosen.length > 0) typed[key] = chosen
    }
    // Drop options of another category.
    else if (options.some((option) => option.id === text)) typed[key] = text
  }
  return typed
}

/** Parses a number with either decimal sign; null if invalid. */
export function readNumber(text: string): number | null {
  const bare = text.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : null
}

/** Parses a quantity; empty is one, null invalid. */
export function readQuantity(text: string): number | null {
  const count = text.trim() === '' ? 1 : readNumber(text)
  return count !== null && Number.isInteger(count) && count >= 1 && count <= LIMITS.quantity ? count : null
}
