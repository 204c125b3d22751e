import { formOf, type ListingContent, type OwnListing, type PostForm } from './listing-form.ts'
import { type KeptPhoto, mergePhotos, openPhotos, type PostPhoto } from './photos.ts'
import { takenOf } from './provenance.ts'

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

/** The same with provenance. */
function formOfStored(listing: OwnListing): PostForm {
  const form = formOf(listing)
  return { ...form, taken: takenOf(listing.listing_provenance ?? [], form) }
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
