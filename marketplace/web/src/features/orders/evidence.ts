import { t } from '../../i18n/t.ts'
import { statusOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { newId } from '../../lib/new-id.ts'

const BUCKET = 'dispute-photos'
export const EVIDENCE_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'
export const MOST_PHOTOS = 8
const MAX_BYTES = 20 * 1024 * 1024
const SIGNED_SECONDS = 3600

/** A chosen photo with its preview URL, and its path once uploaded. */
export interface ChosenPhoto {
  readonly id: string
  readonly file: File
  readonly preview: string
}

/** Why a file is rejected as a photo; undefined if it is accepted. */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!EVIDENCE_TYPES.split(',').includes(type)) return t('orders.photos.type')
  return size > MAX_BYTES ? t('orders.photos.size') : undefined
}

export function choosePhotos(files: readonly File[]): ChosenPhoto[] {
  return files.map((file) => ({ id: newId(), file, preview: URL.createObjectURL(file) }))
}

/** Uploads photos for an order's dispute, visible to both users and moderators. Idempotent. @returns their paths */
export async function storePhotos(orderId: string, userId: string, photos: readonly ChosenPhoto[]): Promise<string[]> {
  const { shownEverywhere } = await import('../../lib/heic/heic.ts')
  return Promise.all(
    photos.map(async ({ id, file }) => {
      const path = `${orderId}/${userId}/${id}`
      const photo = await shownEverywhere(file)
      const stored = await supabase.storage.from(BUCKET).upload(path, photo, { contentType: photo.type })
      // The first upload succeeded, but its response was lost.
      if (stored.error && statusOf(stored.error) !== 409) throw stored.error
      return path
    }),
  )
}

/** Signed URLs, valid for an hour. */
export async function evidenceUrls(paths: readonly string[], width: number): Promise<(string | null)[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { data } = await supabase.storage
        .from(BUCKET)
        .createSignedUrl(path, SIGNED_SECONDS, { transform: { width, resize: 'contain' } })
      return data?.signedUrl ?? null
    }),
  )
}
