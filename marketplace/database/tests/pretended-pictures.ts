import type { Sql } from 'souk-backend/postgres'
import { picturePath, readDemoData } from '../seed/demo-data.ts'

/** Inserts rows as the storage service would, but without any files: the seed then finds every picture. */
export async function pretendPictures(sql: Sql): Promise<void> {
  const { listings, sellers } = await readDemoData()
  const photos = listings.flatMap((listing) =>
    listing.photos.map((file) => ({ bucket_id: 'listing-photos', name: picturePath(listing.seller, file) })),
  )
  const avatars = sellers.flatMap(({ id, avatar }) =>
    avatar ? [{ bucket_id: 'avatars', name: picturePath(id, avatar) }] : [],
  )
  await sql`
    insert into storage.objects (bucket_id, name, metadata)
    select bucket_id, name, '{"width": 1280, "height": 960, "size": 90000, "mimetype": "image/jpeg"}'
    from jsonb_populate_recordset(null::storage.objects, ${sql.json([...photos, ...avatars])})`
}
