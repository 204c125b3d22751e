import { LISTING_TYPES } from '../../../../contract/ads/listing-values.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { PREFILLED_FIELDS } from '../../../../contract/paths.ts'
import { newId } from '../../lib/new-id.ts'
import type { KeptDraft } from './draft.ts'
import { EMPTY_FORM, type KeptContent, type ListingPhotoRow, type PostForm } from './listing-form.ts'
import { openKept, type PostPhoto } from './photos.ts'

/** Initial state of the form. */
export interface PostStart {
  listingId: string
  /** Version of the stored ad; null for a new one. */
  version: number | null
  isDraft: boolean
  isUnsaved: boolean
  /** Restored without being requested: offer to start over. */
  isBack: boolean
  form: PostForm
  photos: readonly PostPhoto[]
  storedPhotos: readonly ListingPhotoRow[]
  keep?: KeptContent
}

/** Prefills the form from /post?title=…&price=… */
export function begunForm(search: URLSearchParams): PostForm | null {
  if (!PREFILLED_FIELDS.some((field) => search.has(field))) return null
  const type = LISTING_TYPES.find((one) => one === search.get('type')) ?? EMPTY_FORM.type
  const price = search.get('price') ?? ''
  return {
    ...EMPTY_FORM,
    type,
    title: (search.get('title') ?? '').slice(0, LIMITS.title.max),
    description: (search.get('description') ?? '').slice(0, LIMITS.description.max),
    price: type !== 'free' && /^\d{1,7}$/.test(price) ? price : '',
  }
}

/** Reopens an unsaved ad, or an empty form. */
export function firstAd(kept: KeptDraft | null): PostStart {
  if (!kept) return newAd(EMPTY_FORM)
  return {
    ...newAd(kept.form),
    listingId: kept.listingId,
    isUnsaved: true,
    isBack: true,
    photos: kept.photos.map(openKept),
  }
}

export function newAd(form: PostForm): PostStart {
  return {
    listingId: newId(),
    version: null,
    isDraft: true,
    isUnsaved: false,
    isBack: false,
    form,
    photos: [],
    storedPhotos: [],
  }
}
