import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { VERBS, type Verb } from './actions.ts'
import type { AdFigures, Figures, Span } from './figures.ts'
import type { BulkAct, BulkResult } from './manage.ts'
import type { Dashboard, MyListing } from './types.ts'

export async function readDashboard(): Promise<Dashboard> {
  return dataOf(await supabase.rpc('my_dashboard')) as unknown as Dashboard // jsonb, built by public.my_dashboard()
}

export async function readFigures(days: Span): Promise<Figures> {
  return dataOf(await supabase.rpc('my_figures', { days })) as unknown as Figures // jsonb, built by public.my_figures()
}

/** The week and month of each of one's ads, by the ad. */
export async function readAdFigures(): Promise<ReadonlyMap<string, AdFigures>> {
  const rows: readonly AdFigures[] = dataOf(await supabase.rpc('my_listing_figures')) ?? []
  return new Map(rows.map((row) => [row.listing_id, row]))
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

/** One act on many ads, at most 50. @returns what became of each */
export async function changeListings(ids: readonly string[], { verb, percent }: BulkAct): Promise<BulkResult[]> {
  const answer = await supabase.rpc('bulk_change_listings', {
    ids: [...ids],
    verb,
    ...(percent === undefined ? {} : { percent }),
  })
  return dataOf(answer) as unknown as BulkResult[] // jsonb, built by public.bulk_change_listings()
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
