import { LIMITS } from '../../../../contract/limits.ts'
import { PREFILLED_FIELDS } from '../../../../contract/paths.ts'
import { newId } from '../../lib/new-id.ts'
import type { KeptContent, KeptDraft } from './draft.ts'
import { openKept, type PostPhoto } from './photos.ts'
import { AD_TYPES, EMPTY_FORM, type ListingPhotoRow, type PostForm } from './types.ts'

/** What the form opens with. */
export interface PostStart {
  listingId: string
  /** Of the stored ad that the form goes on from; null while the server has none. */
  version: number | null
  isDraft: boolean
  /** The form comes from this browser and the server does not have all of it yet. */
  isUnsaved: boolean
  /** It was left unfinished earlier, and nobody asked for it now: the person may rather begin anew. */
  isBack: boolean
  form: PostForm
  photos: readonly PostPhoto[]
  storedPhotos: readonly ListingPhotoRow[]
  keep?: KeptContent
}

/** What an address puts into the form: /post?title=…&price=… It is read and published by the person like any other. */
export function begunForm(search: URLSearchParams): PostForm | null {
  if (!PREFILLED_FIELDS.some((field) => search.has(field))) return null
  const type = AD_TYPES.find((one) => one === search.get('type')) ?? EMPTY_FORM.type
  const price = search.get('price') ?? ''
  return {
    ...EMPTY_FORM,
    type,
    title: (search.get('title') ?? '').slice(0, LIMITS.title.max),
    description: (search.get('description') ?? '').slice(0, LIMITS.description.max),
    price: type !== 'free' && /^\d{1,7}$/.test(price) ? price : '',
  }
}

/** An ad that never reached the server is opened again; otherwise the form is empty. */
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
