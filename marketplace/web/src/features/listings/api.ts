import { jsonOf } from '../../../../contract/json-of.ts'
import {
  readAttributesOf,
  readCategories,
  readCategoryCounts,
  readListing,
  readListingFate,
  readSearchPage,
  readSeller,
} from '../../../../contract/public-reads.ts'
import type { ListingSearch } from '../../../../contract/search/search.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { reasonText } from '../../i18n/refusals.ts'
import { dataClient } from '../../lib/data/client.ts'
import type { AttributeDefinition, Category, ListingDetail, ListingItem, SearchPage, Seller } from './listing.ts'

/** Characters of a description that two lines may hold. */
const DESCRIPTION_START = 240

/**
 * Searches the public ads. Sent as GET, so that the browser and caches between may keep the answer. 24 ads a page
 * unless `limit` says otherwise (48 at most).
 */
export async function searchListings(params: ListingSearch, signal?: AbortSignal): Promise<SearchPage> {
  const call = readSearchPage(await dataClient(), params)
  const { data, error } = await (signal ? call.abortSignal(signal) : call)
  if (error) throw error
  return complete(jsonOf<SearchPage>(data))
}

/** An answer that a cache kept from before the contract grew still draws. */
function complete(page: SearchPage): SearchPage {
  const none = { attributes: [], seller_type: [], posted: [], with_photo: 0 }
  const unsaid = { close_items: [], understood_as: null, corrections: [], did_you_mean: null, relaxed: [], ignored: [] }
  const facets = page.facets && { ...none, ...page.facets }
  // That an ad does not say is no choice to tick.
  const attributes = facets?.attributes.map((one) => ({ ...one, options: one.options.filter((o) => o.value !== null) }))
  return { ...unsaid, ...page, facets: facets && { ...facets, attributes: attributes ?? [] } }
}

/** The beginnings of descriptions, by the ad's id: as much as a line of a list shows. */
export async function fetchDescriptions(ids: readonly string[]): Promise<Record<string, string>> {
  const client = await dataClient()
  const { data, error } = await client
    .from('listings')
    .select('id,description')
    .in('id', [...ids])
  if (error) throw error
  return Object.fromEntries(data.map(({ id, description }) => [id, description.slice(0, DESCRIPTION_START)]))
}

/** Ads like this one, the nearest in kind and place first. */
export async function fetchSimilar(listingId: string, limit: number): Promise<ListingItem[]> {
  const client = await dataClient()
  const { data, error } = await client.rpc('similar_listings', { listing_id: listingId, lim: limit }, { get: true })
  if (error) throw error
  return jsonOf<ListingItem[]>(data ?? []) // The same items as search_listings gives.
}

/** One ad as its reader may see it; null when there is none or it is not for this reader. */
export async function fetchListing(listingId: string): Promise<ListingDetail | null> {
  const { data, error } = await readListing(await dataClient(), listingId)
  if (error) throw error
  return data as ListingDetail | null // Checks on the table guarantee the narrower text types.
}

/** Why one's own ad is not shown, as a sentence; null when there is no reason. */
export async function fetchOwnReason(listingId: string): Promise<string | null> {
  const client = await dataClient()
  const { data, error } = await client.from('my_listings').select('state_reason').eq('id', listingId).maybeSingle()
  if (error) throw error
  return reasonText(data?.state_reason)
}

/** What became of an ad that its reader may not see. */
export interface ListingFate {
  fate: 'unknown' | 'gone' | 'hidden' | 'shown'
  category: string | null
}

export async function fetchListingFate(listingId: string): Promise<ListingFate> {
  const { data, error } = await readListingFate(await dataClient(), listingId)
  if (error) throw error
  return jsonOf<ListingFate>(data)
}

/** All categories without their attributes, in the reader's language. */
export async function fetchCategories(): Promise<Category[]> {
  const { data, error } = await readCategories(await dataClient(), currentLanguage())
  if (error) throw error
  return data.map((row) => ({ ...row, name: row.name ?? row.slug }))
}

/** What categories are called in all languages, and other words for them, by slug. */
export async function fetchCategoryWords(): Promise<Map<string, string[]>> {
  const client = await dataClient()
  const { data, error } = await client.from('categories').select('slug,name,synonyms_i18n')
  if (error) throw error
  return new Map(data.map(({ slug, name, synonyms_i18n }) => [slug, [...textsIn(name), ...textsIn(synonyms_i18n)]]))
}

/** Every text inside, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

/** Number of active ads per category, ancestors included. */
export async function fetchCategoryCounts(): Promise<{ slug: string; count: number }[]> {
  const { data, error } = await readCategoryCounts(await dataClient())
  if (error) throw error
  return (data as { slug: string; count: number | string }[]).map(({ slug, count }) => ({ slug, count: Number(count) }))
}

/** What can be said about a thing of this category (size, material), in the order in which it is shown. */
export async function fetchAttributes(category: string): Promise<AttributeDefinition[]> {
  const { data, error } = await readAttributesOf(await dataClient(), category)
  if (error) throw error
  return jsonOf<AttributeDefinition[]>(data?.attributes ?? [])
}

/** The last ads that somebody sold, as cards. */
export async function fetchSold(sellerId: string, limit: number): Promise<ListingItem[]> {
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
  // Checks on the table guarantee the narrower text types. Cards say when it was sold where others say when it was put up.
  const rows = data as Omit<SoldRow, 'cover' | 'distance_km'>[]
  return rows.map((row) => ({ ...row, cover: row.photos[0] ?? null, distance_km: null, previous_price_minor: null }))
}

type SoldRow = ListingItem & { photos: NonNullable<ListingItem['cover']>[] }

/** How ratings spread, five stars first. */
export async function fetchRatingCounts(sellerId: string): Promise<{ rating: number; count: number }[]> {
  const client = await dataClient()
  const { data, error } = await client.rpc('rating_counts', { seller_id: sellerId }, { get: true })
  if (error) throw error
  return jsonOf<{ rating: number; count: number }[]>(data)
}

/** What things of a category sold for, in minor units. Only the count when there were fewer than eight sales. */
export interface SoldFor {
  count: number
  p25?: number
  p75?: number
}

export async function fetchSoldFor(category: string, condition: string | null): Promise<SoldFor> {
  const asked = { category, ...(condition && { condition }) }
  const client = await dataClient()
  const { data, error } = await client.rpc('price_guide', asked, { get: true })
  if (error) throw error
  return jsonOf<SoldFor>(data)
}

/** Somebody's public face; null when nobody has this id, or has it no more. */
export async function fetchSeller(sellerId: string): Promise<Seller | null> {
  const { data, error } = await readSeller(await dataClient(), sellerId)
  if (error) throw error
  return data as Seller | null
}

/**
 * Opens the conversation about an ad with a first message, or continues it. Sending the same `clientId` again changes
 * nothing, so a retry after a lost answer is safe. Resolves to the conversation's id.
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

/** Counts one look at an ad. A view that could not be counted is nothing the reader needs to know. */
export async function recordView(listingId: string): Promise<void> {
  const client = await dataClient()
  await client.rpc('record_view', { listing_id: listingId })
}
