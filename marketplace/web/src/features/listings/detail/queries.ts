import { queryOptions } from '@tanstack/react-query'
import { jsonOf } from '../../../../../contract/json-of.ts'
import { readListingFate, readSimilar } from '../../../../../contract/public-reads.ts'
import { reasonText } from '../../../i18n/refusals.ts'
import { dataClient } from '../../../lib/data/client.ts'
import { keys } from '../../../lib/data/query-keys.ts'
import { searchListings } from '../api.ts'
import type { ListingItem } from '../listing.ts'
import { FRESH_STALE_MS } from '../queries.ts'

/** Prices of past sales rarely change. */
const SOLD_FOR_STALE_MS = 60 * 60_000

/** What items of a category sold for, in minor units. Only the count when there were fewer than eight sales. */
interface SoldFor {
  count: number
  p25?: number
  p75?: number
}

async function fetchSoldFor(category: string, condition: string | null): Promise<SoldFor> {
  const asked = { category, ...(condition && { condition }) }
  const client = await dataClient()
  const { data, error } = await client.rpc('price_guide', asked, { get: true })
  if (error) throw error
  return jsonOf<SoldFor>(data)
}

/** Ads similar to this one, the closest in kind and place first. */
async function fetchSimilar(listingId: string, limit: number): Promise<ListingItem[]> {
  const { data, error } = await readSimilar(await dataClient(), listingId, limit)
  if (error) throw error
  return jsonOf<ListingItem[]>(data ?? []) // The same items as from search_listings.
}

/** Why the user's own ad is not shown, as a sentence; null without a reason. */
async function fetchOwnReason(listingId: string): Promise<string | null> {
  const client = await dataClient()
  const { data, error } = await client.from('my_listings').select('state_reason').eq('id', listingId).maybeSingle()
  if (error) throw error
  return reasonText(data?.state_reason)
}

/**
 * Opens the conversation about an ad with a first message, or continues it. Idempotent by `clientId`, so retrying after a lost response is
 * safe. Resolves to the conversation's id.
 */
export async function startConversation(message: {
  listingId: string
  body: string
  clientId: string
}): Promise<string> {
  const client = await dataClient()
  const { data, error } = await client.rpc('start_conversation', {
    listing_id: message.listingId,
    body: message.body,
    client_id: message.clientId,
  })
  if (error) throw error
  return data.id
}

/** Counts one view of an ad. Failures are ignored. */
export async function recordView(listingId: string): Promise<void> {
  const client = await dataClient()
  await client.rpc('record_view', { listing_id: listingId })
}

/** What similar items sold for. */
export function soldForQuery(category: string, condition: string | null) {
  return queryOptions({
    queryKey: ['sold-for', category, condition],
    queryFn: () => fetchSoldFor(category, condition),
    staleTime: SOLD_FOR_STALE_MS,
  })
}

export function similarQuery(listingId: string, count: number) {
  return queryOptions({
    queryKey: keys.listing(listingId, 'similar', count),
    queryFn: () => fetchSimilar(listingId, count),
  })
}

export function ownReasonQuery(listingId: string) {
  return queryOptions({ queryKey: keys.listing(listingId, 'own-reason'), queryFn: () => fetchOwnReason(listingId) })
}

/** The state of an ad that this user may not see. */
interface ListingFate {
  fate: 'unknown' | 'gone' | 'hidden' | 'shown'
  category: string | null
}

async function fetchListingFate(listingId: string): Promise<ListingFate> {
  const { data, error } = await readListingFate(await dataClient(), listingId)
  if (error) throw error
  return jsonOf<ListingFate>(data)
}

export function listingFateQuery(listingId: string) {
  return queryOptions({ queryKey: keys.listing(listingId, 'fate'), queryFn: () => fetchListingFate(listingId) })
}

/** Newest listings in a category; fallback for empty pages. */
export function newestOfQuery(category: string) {
  return queryOptions({
    queryKey: ['search', 'newest-of', category],
    queryFn: ({ signal }) => searchListings({ category, sort: 'newest', limit: 5 }, signal),
    staleTime: FRESH_STALE_MS,
  })
}
