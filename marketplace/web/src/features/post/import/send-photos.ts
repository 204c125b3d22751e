import { t } from '../../../i18n/t.ts'
import { newId } from '../../../lib/new-id.ts'
import { readOwnListing, storePhotos } from '../api.ts'
import { openPhotos, type PostPhoto } from '../photos.ts'
import { preparePhoto } from '../prepare-photo.ts'
import { uploadPhoto } from '../upload.ts'
import type { PhotoOfCopy } from './read-copy.ts'
import type { ImportRow } from './rows.ts'

/**
 * Uploads a row's photos to its draft. Names derive from the export, so repeats skip existing ones. @returns why some were skipped, or null
 */
export async function sendPhotos(
  row: ImportRow,
  listingId: string,
  sellerId: string,
  onPhoto: () => void,
): Promise<string | null> {
  const listing = await readOwnListing(listingId, sellerId)
  if (listing?.state !== 'draft') return null
  const photos = openPhotos(listing.listing_photos)
  const reasons: string[] = []
  for (const [at, photo] of row.photos.entries()) {
    onPhoto()
    const path = `${sellerId}/${listingId}/${photo.id}`
    if (photos.some((there) => there.path === path)) continue
    const reason = await sendPhoto(photo, path, `${at + 1}.jpg`)
    if (reason === null) photos.push(readyPhoto(photo, path))
    else reasons.push(reason)
  }
  if (photos.length > listing.listing_photos.length) await storePhotos(listingId, listing.listing_photos, photos)
  if (reasons.length === 0) return null
  return t('import.photosLeftOut', {
    count: reasons.length,
    reason: [...new Set(reasons)].join(' '),
  })
}

async function sendPhoto(photo: PhotoOfCopy, path: string, name: string): Promise<string | null> {
  const read = await photo.read()
  if (!read) return t('import.photoUnreadable')
  // Redraw other types, whatever their extension.
  const [first, second] = new Uint8Array(await read.slice(0, 2).arrayBuffer())
  const blob = first === 0xff && second === 0xd8 ? new Blob([read], { type: 'image/jpeg' }) : read
  const prepared = await preparePhoto(blob, name)
  if (!prepared.ok) return prepared.reason
  const uploaded = await uploadPhoto({
    path,
    blob: prepared.blob,
    uploadUrl: null,
    onAddress: () => {},
    onProgress: () => {},
    onPause: () => {},
    signal: new AbortController().signal,
  })
  return uploaded.ok || uploaded.left ? null : uploaded.reason
}

function readyPhoto({ alt }: PhotoOfCopy, path: string): PostPhoto {
  return { id: newId(), path, previewUrl: null, name: '', alt, state: { is: 'ready' } }
}
