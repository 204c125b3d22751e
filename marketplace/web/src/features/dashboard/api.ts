import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { VERBS, type Verb } from './actions.ts'
import type { Dashboard, MyListing } from './types.ts'

export async function readDashboard(): Promise<Dashboard> {
  return dataOf(await supabase.rpc('my_dashboard')) as unknown as Dashboard // jsonb, built by public.my_dashboard()
}

const MY_LISTING =
  'id, title, price_minor, previous_price_minor, currency, price_type, state, state_reason, views_count, saves_count, chats_count, ' +
  'cover_path, first_published_at, expires_at, sold_at, sold_price_minor, updated_at'

/** How many of one's ads the table holds; nobody may have more on offer. */
const MOST_LISTINGS = 500

/** One's own ads, the last changed first. */
export async function readMyListings(sellerId: string): Promise<MyListing[]> {
  const answer = await supabase
    .from('listings')
    .select(MY_LISTING)
    .eq('seller_id', sellerId)
    .neq('state', 'deleted')
    .order('updated_at', { ascending: false })
    .limit(MOST_LISTINGS)
  return dataOf(answer) as unknown as MyListing[]
}

/** Pauses, reserves, deletes and so on. */
export async function changeListing(verb: Verb, listingId: string): Promise<void> {
  dataOf(await supabase.rpc(VERBS[verb], { listing_id: listingId }))
}

export interface Sale {
  listingId: string
  /** What was paid, in minor units; null when the seller keeps it to themselves. */
  priceMinor: number | null
  channel: 'here' | 'elsewhere' | 'withdrawn'
}

/** Takes an ad off the market for good. It leaves search in the same transaction. */
export async function markSold({ listingId, priceMinor, channel }: Sale): Promise<void> {
  const answer = await supabase.rpc('mark_listing_sold', {
    listing_id: listingId,
    price_minor: priceMinor ?? undefined,
    channel,
  })
  dataOf(answer)
}
