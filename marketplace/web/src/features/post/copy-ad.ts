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

/** A new ad from an older one, with copied photos. Null if missing. */
export async function copyAd(id: string, sellerId: string): Promise<AdCopy | null> {
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
