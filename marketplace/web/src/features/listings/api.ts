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
import type { ClusterAnswer, ClusterSearch } from '../../../../contract/search/clusters.ts'
import type { ListingSearch } from '../../../../contract/search/search.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { reasonText } from '../../i18n/refusals.ts'
import { dataClient } from '../../lib/data/client.ts'
import type { AttributeDefinition, Category, ListingDetail, ListingItem, SearchPage, Seller } from './listing.ts'

/** Maximum number of characters that fit into two lines. */
const DESCRIPTION_START = 240

/**
 * Searches the public ads. A GET request, so that the browser and HTTP caches can store the response. 24 ads a page unless `limit` says
 * otherwise (48 at most).
 */
export async function searchListings(params: ListingSearch, signal?: AbortSignal): Promise<SearchPage> {
  const call = readSearchPage(await dataClient(), params)
  const { data, error } = await (signal ? call.abortSignal(signal) : call)
  if (error) throw error
  return complete(jsonOf<SearchPage>(data))
}

/** The ads of a search as clusters and pins of a map. */
export async function fetchClusters(params: ClusterSearch, signal: AbortSignal): Promise<ClusterAnswer> {
  const client = await dataClient()
  const args = { params: JSON.stringify(params) }
  const { data, error } = await client.rpc('search_clusters', args, { get: true }).abortSignal(signal)
  if (error) throw error
  return jsonOf<ClusterAnswer>(data)
}

/** Adds missing fields to responses that were cached before the contract grew. */
function complete(page: SearchPage): SearchPage {
  const none = { attributes: [], seller_type: [], posted: [], with_photo: 0 }
  const unsaid = { close_items: [], understood_as: null, corrections: [], did_you_mean: null, relaxed: [], ignored: [] }
  const facets = page.facets && { ...none, ...page.facets }
  // "Not specified" is not a selectable option.
  const attributes = facets?.attributes.map((one) => ({ ...one, options: one.options.filter((o) => o.value !== null) }))
  return { ...unsaid, ...page, facets: facets && { ...facets, attributes: attributes ?? [] } }
}

/** The beginnings of descriptions, by ad id: as much as a row shows. */
export async function fetchDescriptions(ids: readonly string[]): Promise<Record<string, string>> {
  const client = await dataClient()
  const { data, error } = await client
    .from('listings')
    .select('id,description')
    .in('id', [...ids])
  if (error) throw error
  return Object.fromEntries(data.map(({ id, description }) => [id, description.slice(0, DESCRIPTION_START)]))
}

/** Ads similar to this one, the closest in kind and place first. */
export async function fetchSimilar(listingId: string, limit: number): Promise<ListingItem[]> {
  const client = await dataClient()
  const { data, error } = await client.rpc('similar_listings', { listing_id: listingId, lim: limit }, { get: true })
  if (error) throw error
  return jsonOf<ListingItem[]>(data ?? []) // The same items as from search_listings.
}

/** One ad; null when it does not exist or may not be read by this user. */
export async function fetchListing(listingId: string): Promise<ListingDetail | null> {
  const { data, error } = await readListing(await dataClient(), listingId)
  if (error) throw error
  return data as ListingDetail | null // Check constraints guarantee the narrower text types.
}

/** Why one's own ad is not shown, as a sentence; null without a reason. */
export async function fetchOwnReason(listingId: string): Promise<string | null> {
  const client = await dataClient()
  const { data, error } = await client.from('my_listings').select('state_reason').eq('id', listingId).maybeSingle()
  if (error) throw error
  return reasonText(data?.state_reason)
}

/** The state of an ad that this user may not see. */
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

/** Names and synonyms of categories in all languages, by slug. */
export async function fetchCategoryWords(): Promise<Map<string, string[]>> {
  const client = await dataClient()
  const { data, error } = await client.from('categories').select('slug,name,synonyms_i18n')
  if (error) throw error
  return new Map(data.map(({ slug, name, synonyms_i18n }) => [slug, [...textsIn(name), ...textsIn(synonyms_i18n)]]))
}

/** All strings in a nested value. */
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

/** The attributes of a category (size, material), in display order. */
export async function fetchAttributes(category: string): Promise<AttributeDefinition[]> {
  const { data, error } = await readAttributesOf(await dataClient(), category)
  if (error) throw error
  return jsonOf<AttributeDefinition[]>(data?.attributes ?? [])
}

/** The ads that a seller sold last, as cards. */
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
  // Check constraints guarantee the narrower text types. Cards show the sale date in place of the publication date.
  const rows = data as Omit<SoldRow, 'cover' | 'distance_km'>[]
  return rows.map((row) => ({ ...row, cover: row.photos[0] ?? null, distance_km: null, previous_price_minor: null }))
}

type SoldRow = ListingItem & { photos: NonNullable<ListingItem['cover']>[] }

/** Number of ratings per star, five stars first. */
export async function fetchRatingCounts(sellerId: string): Promise<{ rating: number; count: number }[]> {
  const client = await dataClient()
  const { data, error } = await client.rpc('rating_counts', { seller_id: sellerId }, { get: true })
  if (error) throw error
  return jsonOf<{ rating: number; count: number }[]>(data)
}

/** What items of a category sold for, in minor units. Only the count when there were fewer than eight sales. */
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

/** A seller's public profile; null when there is none with this id, or not any more. */
export async function fetchSeller(sellerId: string): Promise<Seller | null> {
  const { data, error } = await readSeller(await dataClient(), sellerId)
  if (error) throw error
  return data as Seller | null
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
