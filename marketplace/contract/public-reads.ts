import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { type Language, SOURCE_LANGUAGE } from './languages.ts'
import type { ListingSearch } from './search/search.ts'
import { searchParams } from './search/search-params.ts'
import type { SearchState } from './search/search-state.ts'

/**
 * The first data API requests of public pages. The web app sends them, and so does the server, which embeds the answers in the page: both
 * must send identical requests.
 */
export type PublicClient = Pick<SupabaseClient<Database>, 'from' | 'rpc'>

/** Everything the home page shows of the market, in one request. */
export const HOME_SEARCH = { sort: 'newest', limit: 16 } as const satisfies ListingSearch

/** Ads on a page of results: four rows on a desktop. */
export const RESULTS_PAGE = 16

/** The first page of results for a search, with facet counts. */
export function firstPageOf(state: SearchState): ListingSearch {
  return { ...searchParams(state), limit: RESULTS_PAGE, facets: true }
}

/** Maximum number of result pages that a URL opens initially; the rest are loaded from there. */
export const MAX_FIRST_PAGES = 5

/** The page of results after a cursor. */
export function laterPageOf(state: SearchState, cursor: string): ListingSearch {
  return { ...searchParams(state), limit: RESULTS_PAGE, cursor }
}

/** A seller's available ads, newest first. */
export function adsOfSeller(sellerId: string): ListingSearch {
  return { seller: sellerId, sort: 'newest', limit: 24 }
}

export function readSearchPage(client: PublicClient, params: ListingSearch) {
  return client.rpc('search_listings', { params: JSON.stringify(params) }, { get: true })
}

/** All categories with their name in the given language, which every category has. */
export function readCategories(client: PublicClient, language: Language = SOURCE_LANGUAGE) {
  return client
    .from('categories')
    .select(`slug,parent,sort,name:name->>${language},icon,active`)
    .order('level')
    .order('sort')
}

export function readCategoryCounts(client: PublicClient) {
  return client.rpc('category_counts', {}, { get: true })
}

/** Places of the available ads, for the place list. */
export function readMarketPlaces(client: PublicClient) {
  return client.rpc('market_places', {}, { get: true })
}

export function readAttributesOf(client: PublicClient, category: string) {
  return client.from('categories').select('attributes').eq('slug', category).maybeSingle()
}

const AD_TEXT =
  'id,ad_no,seller_id,category,type,title,description,condition,attributes,language,delivery,ship_cost_minor'
const AD_PRICE = 'price_minor,previous_price_minor,price_changed_at,currency,price_type,quantity,offer_floor_pct'
const AD_PLACE = 'area,city,country,lat,lng'
const AD_LIFE = 'state,first_published_at,expires_at,sold_at,created_at,views_count,saves_count,chats_count'
const AD_PHOTOS = 'cover_path,photo_count,photos:listing_photos(*)'
/** Columns of an ad's page. Columns for its seller only are in my_listings. */
export const AD_COLUMNS = `${AD_TEXT},${AD_PRICE},${AD_PLACE},${AD_LIFE},${AD_PHOTOS},seller:sellers(*)` as const

export function readListing(client: PublicClient, listingId: string) {
  return client
    .from('listings')
    .select(AD_COLUMNS)
    .eq('id', listingId)
    .order('position', { referencedTable: 'photos' })
    .maybeSingle()
}

/** Number of similar ads on the page of a sold one. */
export const STILL_AVAILABLE = 10

export function readSimilar(client: PublicClient, listingId: string, limit: number) {
  return client.rpc('similar_listings', { listing_id: listingId, lim: limit }, { get: true })
}

export function readListingFate(client: PublicClient, listingId: string) {
  return client.rpc('listing_fate', { listing_id: listingId }, { get: true })
}

export function readSeller(client: PublicClient, sellerId: string) {
  return client.from('sellers').select('*').eq('id', sellerId).is('left_at', null).maybeSingle()
}
