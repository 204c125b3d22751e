import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import type { ComparedAd } from './compare.ts'
import type { Remarks, SavedAd } from './types.ts'

const MOST = 500

/** The user's saved ads, most recently saved first. The inner join drops ads that can no longer be read. */
export async function readSaved(userId: string): Promise<SavedAd[]> {
  const answer = await supabase
    .from('favorites')
    .select(
      'seen_price_minor, folder, note, notify, listing:listings!inner (id, title, price_minor, currency, price_type, state, area, city, cover_path)',
    )
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(MOST)
  return dataOf(answer) as SavedAd[]
}

/** Ads with all compared fields, in the requested order. Ads that can no longer be read are dropped. */
export async function readCompared(ids: readonly string[]): Promise<ComparedAd[]> {
  const answer = await supabase
    .from('listings')
    .select(
      'id, title, price_minor, currency, price_type, condition, area, city, delivery, cover_path, first_published_at, attributes, filed:categories (name, attributes)',
    )
    .in('id', [...ids])
  const found = dataOf(answer) as ComparedAd[] // attributes are jsonb, checked by the table
  return ids.flatMap((id) => found.find((ad) => ad.id === id) ?? [])
}

export async function removeSaved(userId: string, listingIds: readonly string[]): Promise<void> {
  dataOf(await supabase.from('favorites').delete().eq('user_id', userId).in('listing_id', listingIds))
}

/** Restores removed favorites, except for the price at which they were saved. */
export async function restoreSaved(ads: readonly SavedAd[]): Promise<void> {
  const rows = ads.map(({ listing, folder, note, notify }) => ({ listing_id: listing.id, folder, note, notify }))
  dataOf(await supabase.from('favorites').upsert(rows, { ignoreDuplicates: true }))
}

export async function writeRemarks(userId: string, listingId: string, remarks: Remarks): Promise<void> {
  dataOf(await supabase.from('favorites').update(remarks).eq('user_id', userId).eq('listing_id', listingId))
}
