import { queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../../../contract/json-of.ts'
import { dataClient } from '../../../lib/data/client.ts'
import type { ListingItem } from '../listing.ts'

/** The ads that a seller sold last, as cards. */
async function fetchSold(sellerId: string, limit: number): Promise<ListingItem[]> {
  const client = await dataClient()
  const { data, error } = await client
    .from('listings')
    .select(
      `id,ad_no,title,type,price_minor,previous_price_minor,price_type,currency,condition,category,area,city,lat,lng,
      delivery,state,published_at:sold_at,seller_id,photo_count,photos:listing_photos(path,alt,width,height)`,
    )
    .eq('seller_id', sellerId)
    .eq('state', 'sold')
    .order('sold_at', { ascending: false })
    .order('position', { referencedTable: 'photos' })
    .limit(limit)
  if (error) throw error
  // Check constraints guarantee the narrower text types. Cards show the sale date in place of the publication date.
  const rows = data as Omit<SoldRow, 'cover' | 'distance_km'>[]
  return rows.map((row) => ({ ...row, cover: row.photos[0] ?? null, distance_km: null, previous_price_minor: null }))
}

type SoldRow = ListingItem & { photos: NonNullable<ListingItem['cover']>[] }

/** Number of ratings per star, five stars first. */
async function fetchRatingCounts(sellerId: string): Promise<{ rating: number; count: number }[]> {
  const client = await dataClient()
  const { data, error } = await client.rpc('rating_counts', { seller_id: sellerId }, { get: true })
  if (error) throw error
  return jsonOf<{ rating: number; count: number }[]>(data)
}

/** One row of small cards. */
export const SOLD_SHOWN = 4

/** The items that a seller sold last. */
export function soldListingsQuery(sellerId: string) {
  return queryOptions({ queryKey: ['seller', sellerId, 'sold'], queryFn: () => fetchSold(sellerId, SOLD_SHOWN) })
}

export function ratingCountsQuery(sellerId: string) {
  return queryOptions({ queryKey: ['seller', sellerId, 'ratings'], queryFn: () => fetchRatingCounts(sellerId) })
}
