import { newId } from '../../lib/new-id.ts'
import { copyPhotoFile, readOwnListing } from './api.ts'
import { mergeDraft } from './draft.ts'
import { forgetOldDrafts, readDraft, readNewestUnstored } from './kept.ts'
import { formOf, type PostForm } from './listing-form.ts'
import { openKept, openPhotos, type PostPhoto } from './photos.ts'
import { begunForm, firstAd, newAd, type PostStart } from './start.ts'

/** What the URL of /post requests. */
export type PostRequest = { is: 'edit' | 'copy'; id: string } | { is: 'begun'; search: string } | { is: 'new' }

export function requestOf(search: URLSearchParams): PostRequest {
  const [edit, copy] = [search.get('edit'), search.get('copy')]
  if (edit) return { is: 'edit', id: edit }
  if (copy) return { is: 'copy', id: copy }
  return begunForm(search) ? { is: 'begun', search: search.toString() } : { is: 'new' }
}

/** The initial state, or the state of an ad that cannot be edited (null: no such ad). */
export type Opened = { start: PostStart } | { closed: string | null }

export async function openAd(request: PostRequest, userId: string | null): Promise<Opened> {
  switch (request.is) {
    case 'edit':
      return openStored(request.id, userId ?? '')
    case 'copy': {
      const copy = await copyAd(request.id, userId ?? '')
      return copy ? { start: { ...newAd(copy.form), ...copy, isUnsaved: true } } : { closed: null }
    }
    case 'begun': {
      const form = begunForm(new URLSearchParams(request.search))
      return { start: form ? { ...newAd(form), isUnsaved: true } : firstAd(null) }
    }
    case 'new':
      await forgetOldDrafts()
      return { start: firstAd(await readNewestUnstored(userId)) }
  }
}

async function openStored(id: string, userId: string): Promise<Opened> {
  const [listing, kept] = await Promise.all([readOwnListing(id, userId), readDraft(id, userId)])
  if (!listing || CLOSED.has(listing.state)) return { closed: listing?.state ?? null }
  const merged = mergeDraft(listing, kept)
  const isDraft = listing.state === 'draft' || listing.state === 'changes_requested'
  return {
    start: {
      listingId: listing.id,
      isDraft,
      ...merged,
      isBack: merged.isUnsaved && !isDraft,
      storedPhotos: listing.listing_photos,
      keep: { currency: listing.currency },
    },
  }
}

/** States in which the seller cannot edit. */
const CLOSED: ReadonlySet<string> = new Set(['sold', 'hidden', 'rejected', 'removed'])

interface AdCopy {
  listingId: string
  form: PostForm
  photos: PostPhoto[]
}

/** A new ad from an older one, with copied photos. Null if missing. */
async function copyAd(id: string, sellerId: string): Promise<AdCopy | null> {
  const listing = await readOwnListing(id, sellerId)
  if (!listing) return null
  const listingId = newId()
  const photos = await Promise.all(
    openPhotos(listing.listing_photos).map(async ({ path, alt }) => {
      const copy = path && (await copyPhotoFile(path, `${sellerId}/${listingId}/${newId()}`))
      // Skip photos that cannot be copied.
      return copy ? [openKept({ id: newId(), path: copy, name: '', alt })] : []
    }),
  )
  return { listingId, form: formOf(listing), photos: photos.flat() }
}
