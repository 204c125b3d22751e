import { priceText, readPrice } from '../../../../contract/money/price.ts'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import { readPlace, type TypedPlace } from '../../../../contract/places/places.ts'
import { config } from '../../lib/config.ts'
import { type KeptPhoto, mergePhotos, openPhotos, type PostPhoto } from './photos.ts'
import { takenOf } from './provenance.ts'
import { readNumber, readQuantity } from './rules.ts'
import { type Attribute, EMPTY_FORM, type ListingContent, type OwnListing, type PostForm } from './types.ts'

/** An unsaved ad in this browser, available offline. */
export interface KeptDraft {
  listingId: string
  /** Id of the tab that wrote it (open-tabs.ts). */
  tab?: string
  /** Null for guests. */
  userId: string | null
  /** True once stored on the server. */
  stored: boolean
  /** The row's version it is based on; null without a row. */
  version: number | null
  form: PostForm
  photos: KeptPhoto[]
  /** Photos stored on the server at that time. */
  storedPhotos: string[]
  /** Last change, in milliseconds. */
  changedAt: number
  /** The server has the text; photos may be pending. */
  isTextSaved: boolean
}

/** Initial state for a stored ad. */
export interface Merged {
  form: PostForm
  photos: PostPhoto[]
  /** Expected version of the next save. */
  version: number
  isUnsaved: boolean
}

/**
 * Restores unsaved text with the version it is based on; if the ad has changed since, the next save reports a conflict. Otherwise uses the
 * server's text.
 */
export function mergeDraft(server: OwnListing, kept: KeptDraft | null): Merged {
  const photos = kept
    ? mergePhotos(server.listing_photos, kept.photos, kept.storedPhotos)
    : openPhotos(server.listing_photos)
  if (!kept || kept.isTextSaved) {
    return { form: formOfStored(server), photos, version: server.version, isUnsaved: false }
  }
  return { form: kept.form, photos, version: kept.version ?? server.version, isUnsaved: true }
}

/** True when nothing worth keeping was entered. */
export function isBlank(form: PostForm): boolean {
  return (
    form.title.trim() === '' &&
    form.category === '' &&
    form.condition === '' &&
    form.description.trim() === '' &&
    form.price.trim() === '' &&
    form.type === 'sell' &&
    Object.values(form.attributes).every((value) => value === '')
  )
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

/** The same with provenance. */
function formOfStored(listing: OwnListing): PostForm {
  const form = formOf(listing)
  return { ...form, taken: takenOf(listing.listing_provenance ?? [], form) }
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

const COMPARED = [
  'category',
  'type',
  'title',
  'description',
  'price_type',
  'quantity',
  'condition',
  'area',
  'city',
  'delivery',
] as const

/** Whether the stored ad equals what was sent: the save succeeded, its response was lost. */
export function isSaved(server: OwnListing, sent: ListingContent): boolean {
  // The database normalises some columns, such as the price of free ads and the coordinates.
  return (
    COMPARED.every((column) => server[column] === sent[column]) &&
    (sent.type === 'free' || server.price_minor === sent.price_minor) &&
    JSON.stringify(sorted(server.attributes)) === JSON.stringify(sorted(sent.attributes))
  )
}

function sorted(attributes: ListingContent['attributes']) {
  return Object.entries(attributes).sort(([a], [b]) => a.localeCompare(b))
}
