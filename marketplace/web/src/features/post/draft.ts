import { priceText, readPrice } from '../../../../contract/money/price.ts'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import { readPlace, type TypedPlace } from '../../../../contract/places/places.ts'
import { config } from '../../lib/config.ts'
import { type KeptPhoto, mergePhotos, openPhotos, type PostPhoto } from './photos.ts'
import { takenOf } from './provenance.ts'
import { readNumber, readQuantity } from './schema.ts'
import { type Attribute, EMPTY_FORM, type ListingContent, type OwnListing, type PostForm } from './types.ts'

/** The copy of an ad under way that stays in the browser, so that nothing is lost without a connection. */
export interface KeptDraft {
  listingId: string
  /** The tab that wrote it, as it is named there (open-tabs.ts). */
  tab?: string
  /** Null while nobody has signed in. */
  userId: string | null
  /** Whether the server has a row for it yet. */
  stored: boolean
  /** The version of that row which this text goes on from; null when there is none. */
  version: number | null
  form: PostForm
  photos: KeptPhoto[]
  /** Ids of the photos that the server had when this was written. */
  storedPhotos: string[]
  /** When the person last changed something, in milliseconds. */
  changedAt: number
  /** Whether the server has the text; pictures may still be on their way. */
  isTextSaved: boolean
}

/** What the form opens with when the ad has a row. */
export interface Merged {
  form: PostForm
  photos: PostPhoto[]
  /** What the next save must find unchanged. */
  version: number
  /** The form holds what the server does not have. */
  isUnsaved: boolean
}

/**
 * Text that was typed here and never reached the server comes back, together with the version that it goes on from: if
 * the ad has been changed elsewhere since, the next save is refused and the person decides. Otherwise the server's text.
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

/** Whether there is anything in the form that a person would miss. */
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

/** A stored listing as the form's text. */
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

/** The same with where its fields came from. */
function formOfStored(listing: OwnListing): PostForm {
  const form = formOf(listing)
  return { ...form, taken: takenOf(listing.listing_provenance ?? [], form) }
}

function spotOf({ area, city, country, lat, lng }: ListingContent): TypedPlace {
  return { area, city, country: country ?? null, lat, lng }
}

/** The chosen place while the text still names it, otherwise what the text says. */
function placeOf({ place, spot }: PostForm): TypedPlace | null {
  return spot && placeLabel(spot) === place.trim() ? spot : readPlace(place)
}

function attributeText(value: string | number | boolean | string[]): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** What an existing ad keeps although the form does not ask for it. */
export type KeptContent = Pick<ListingContent, 'currency'>

/**
 * The columns to store. What cannot be read yet (half a price, an unknown number) is left out rather than guessed:
 * a draft may be incomplete, and publishing checks everything first. `keep` carries what the form does not ask for.
 */
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
    // A value from another category's list (material differs by leaf) is not carried over.
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

/** Whether a stored ad is what a save has sent: then that save got through and only its answer was lost. */
export function isSaved(server: OwnListing, sent: ListingContent): boolean {
  // A free ad's price becomes zero and a place is moved to the grid, so not every column comes back as it went.
  return (
    COMPARED.every((column) => server[column] === sent[column]) &&
    (sent.type === 'free' || server.price_minor === sent.price_minor) &&
    JSON.stringify(sorted(server.attributes)) === JSON.stringify(sorted(sent.attributes))
  )
}

function sorted(attributes: ListingContent['attributes']) {
  return Object.entries(attributes).sort(([a], [b]) => a.localeCompare(b))
}
