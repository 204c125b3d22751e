import { createClient } from '@supabase/supabase-js'
import type { Sql } from 'souk-backend/postgres'
import { type DemoData, picturePath, readPicture } from './demo-data.ts'

const UPLOADS_AT_ONCE = 4

interface Picture {
  readonly bucket: 'listing-photos' | 'avatars'
  readonly path: string
  readonly file: string
}

/**
 * Uploads missing pictures through the storage API, so that each passes the same checks as a user's.
 * @throws if the storage service refuses one
 */
export async function uploadPictures(
  sql: Sql,
  server: { url: string; secretKey: string },
  data: DemoData,
): Promise<void> {
  const stored = await sql<{ key: string }[]>`
    select bucket_id || '/' || name as key from storage.objects where bucket_id in ('listing-photos', 'avatars')`
  const present = new Set(stored.map((row) => row.key))
  const missing = allPictures(data).filter(({ bucket, path }) => !present.has(`${bucket}/${path}`))
  const client = createClient(server.url, server.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

  async function uploadNext(): Promise<void> {
    for (let picture = missing.pop(); picture; picture = missing.pop()) {
      const contentType = picture.file.endsWith('.png') ? 'image/png' : 'image/jpeg'
      const { error } = await client.storage
        .from(picture.bucket)
        .upload(picture.path, await readPicture(picture.file), { contentType, upsert: true, cacheControl: '31536000' })
      if (error) throw new Error(`The demo picture ${picture.file} was refused: ${error.message}`, { cause: error })
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, uploadNext))
}

function allPictures(data: DemoData): Picture[] {
  const photos = data.listings.flatMap((listing) =>
    listing.photos.map((file) => ({
      bucket: 'listing-photos' as const,
      path: picturePath(listing.seller, file),
      file,
    })),
  )
  const avatars = data.sellers.flatMap(({ id, avatar }) =>
    avatar ? [{ bucket: 'avatars' as const, path: picturePath(id, avatar), file: avatar }] : [],
  )
  return [...photos, ...avatars]
}
