import { newId } from '../../lib/new-id.ts'
import { copyPhotoFile, readOwnListing } from './api.ts'
import { formOf } from './draft.ts'
import { openKept, openPhotos, type PostPhoto } from './photos.ts'
import type { PostForm } from './types.ts'

export interface AdCopy {
  listingId: string
  form: PostForm
  photos: PostPhoto[]
}

/** The beginning of a new ad from one's own older one: its text, and copies of its photos. Null when there is no such ad. */
export async function copyAd(id: string, sellerId: string): Promise<AdCopy | null> {
  const listing = await readOwnListing(id, sellerId)
  if (!listing) return null
  const listingId = newId()
  const photos = await Promise.all(
    openPhotos(listing.listing_photos).map(async ({ path, alt }) => {
      const copy = path && (await copyPhotoFile(path, `${sellerId}/${listingId}/${newId()}`))
      // A picture that cannot be copied is left out: the person sees which ones are there.
      return copy ? [openKept({ id: newId(), path: copy, name: '', alt })] : []
    }),
  )
  return { listingId, form: formOf(listing), photos: photos.flat() }
}
