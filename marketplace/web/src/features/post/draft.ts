import { placeLabel, readPlace } from '../../../../contract/places.ts'
import { priceText, readPrice } from '../../../../contract/price.ts'
import { readNumber } from './schema.ts'
import { type Attribute, EMPTY_FORM, type ListingContent, type OwnListing, type PostForm } from './types.ts'

/** The copy of a form that stays in the browser, so that nothing is lost without a connection. */
export interface LocalCopy {
  userId: string
  listingId: string
  /** Whether the server has a row for it yet. */
  stored: boolean
  form: PostForm
  /** When the person last typed, in milliseconds. */
  changedAt: number
  /** Whether the server has everything up to `changedAt`. */
  synced: boolean
}

/**
 * Which version the form opens with. What was typed here and never reached the server wins if it is newer; in all
 * other cases the server does, because the ad may have been edited on another device.
 */
export function mergeDraft(server: OwnListing, local: LocalCopy | null): { form: PostForm; from: 'server' | 'local' } {
  const isNewer =
    local !== null &&
    local.listingId === server.id &&
    !local.synced &&
    local.changedAt > new Date(server.updated_at).getTime()
  return isNewer ? { form: local.form, from: 'local' } : { form: formOf(server), from: 'server' }
}

/** Whether there is anything in the form that a person would miss. */
export function isBlank(form: PostForm): boolean {
  return (
    form.title.trim() === '' &&
    form.category === '' &&
    form.condition === '' &&
    form.description.trim() === '' &&
    form.price.trim() === '' &&
    !form.giveAway &&
    Object.values(form.attributes).every((value) => value === '')
  )
}

/** A stored listing as the form's text. */
export function formOf(listing: ListingContent): PostForm {
  return {
    ...EMPTY_FORM,
    title: listing.title ?? '',
    category: listing.category ?? '',
    condition: listing.condition ?? '',
    attributes: Object.fromEntries(
      Object.entries(listing.attributes ?? {}).map(([key, value]) => [key, attributeText(value)]),
    ),
    description: listing.description ?? '',
    price: listing.price_type === 'free' ? '' : priceText(listing.price_minor),
    openToOffers: listing.price_type === 'negotiable',
    giveAway: listing.price_type === 'free',
    place: listing.city ? placeLabel({ area: listing.area ?? '', city: listing.city }) : '',
    meet: listing.delivery !== 'ship',
    ship: listing.delivery !== 'pickup',
    shipCost: priceText(listing.ship_cost_minor),
  }
}

function attributeText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** What an existing ad keeps although the form does not ask for it. */
export type KeptContent = Pick<ListingContent, 'type' | 'currency' | 'price_type'>

/**
 * The columns to store. What cannot be read yet (half a price, an unknown number) is left out rather than guessed:
 * a draft may be incomplete, and publishing checks everything first. `keep` carries what the form does not ask for.
 */
export function contentOf(form: PostForm, attributes: readonly Attribute[], keep?: KeptContent): ListingContent {
  const price = readPrice(form.price)
  const shipCost = form.ship ? readPrice(form.shipCost) : null
  const place = readPlace(form.place)
  return {
    category: form.category || null,
    type: form.giveAway ? 'free' : typeOf(keep),
    title: form.title.trim(),
    description: form.description.trim(),
    price_minor: form.giveAway || !price.ok || price.minor === 0 ? null : price.minor,
    currency: keep?.currency ?? 'EUR',
    price_type: priceTypeOf(form, keep),
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

function priceTypeOf(form: PostForm, keep?: KeptContent): ListingContent['price_type'] {
  if (form.giveAway) return 'free'
  if (form.price.trim() === '' && keep?.price_type === 'on_request') return 'on_request'
  return form.openToOffers ? 'negotiable' : 'fixed'
}

// A wanted or swap ad that is edited here stays one; an ad that is no longer free becomes an ordinary one.
function typeOf(keep?: KeptContent): ListingContent['type'] {
  return keep && keep.type !== 'free' ? keep.type : 'sell'
}

function typedAttributes(values: Record<string, string>, attributes: readonly Attribute[]) {
  const typed: Record<string, string | number | boolean> = {}
  for (const { key, type, options } of attributes) {
    const text = values[key]?.trim() ?? ''
    if (text === '') continue
    if (type === 'bool') typed[key] = text === 'yes'
    else if (type === 'int' || type === 'year' || type === 'decimal') {
      const number = readNumber(text)
      if (number !== null) typed[key] = number
    } else if (type === 'text') typed[key] = text
    // A value from another category's list (material differs by leaf) is not carried over.
    else if (options.some((option) => option.id === text)) typed[key] = text
  }
  return typed
}

const STORAGE_KEY = 'post-draft'

/** The local copy of this person, if the browser still has one. */
export function readLocalCopy(userId: string, storage: Storage = localStorage): LocalCopy | null {
  try {
    const copy = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as LocalCopy | null
    if (copy?.userId !== userId || typeof copy.form?.title !== 'string') return null
    return { ...copy, form: { ...EMPTY_FORM, ...copy.form } }
  } catch {
    // Not ours or from an older version: the same as no copy.
    return null
  }
}

export function writeLocalCopy(copy: LocalCopy, storage: Storage = localStorage): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(copy))
  } catch {
    // Storage is full or forbidden: the server's copy is then the only one, which the header's text shows.
  }
}

export function dropLocalCopy(storage: Storage = localStorage): void {
  storage.removeItem(STORAGE_KEY)
}
