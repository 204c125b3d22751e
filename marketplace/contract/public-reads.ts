import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'
import { type Language, SOURCE_LANGUAGE } from './languages.ts'
import type { ListingSearch } from './search/search.ts'
import { searchParams } from './search/search-params.ts'
import type { SearchState } from './search/search-state.ts'

/**
 * What public pages ask the data API for first. The web app asks with these, and so does the server, which puts the
 * answers into the page: both must ask word for word the same.
 */
export type PublicClient = Pick<SupabaseClient<Database>, 'from' | 'rpc'>

/** Everything the home page shows of the market, in one question. */
export const HOME_SEARCH = { sort: 'newest', limit: 48, facets: true } as const satisfies ListingSearch

/** The first page of results at an address of /browse, with the counts of its filters. */
export function firstPageOf(state: SearchState): ListingSearch {
  return { ...searchParams(state), limit: 24, facets: true }
}

/** How many pages of results an address opens at once; whoever asks for more walks on from there. */
export const MAX_FIRST_PAGES = 5

/** The page of results behind a cursor. */
export function laterPageOf(state: SearchState, cursor: string): ListingSearch {
  return { ...searchParams(state), limit: 24, cursor }
}

/** What somebody has on offer, the newest first. */
export function adsOfSeller(sellerId: string): ListingSearch {
  return { seller: sellerId, sort: 'newest', limit: 24 }
}

export function readSearchPage(client: PublicClient, params: ListingSearch) {
  return client.rpc('search_listings', { params: JSON.stringify(params) }, { get: true })
}

/** Every category has a name in each of our languages. */
export function readCategories(client: PublicClient, language: Language = SOURCE_LANGUAGE) {
  return client
    .from('categories')
    .select(`slug,parent,level,sort,name:name->>${language},icon,leaf,synonyms,active`)
    .order('level')
    .order('sort')
}

export function readCategoryCounts(client: PublicClient) {
  return client.rpc('category_counts', {}, { get: true })
}

/** Where the ads on offer are, for the list of places. */
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
/** What the page of an ad shows. What only its seller may read is in my_listings. */
export const AD_COLUMNS = `${AD_TEXT},${AD_PRICE},${AD_PLACE},${AD_LIFE},${AD_PHOTOS},seller:sellers(*)` as const

export function readListing(client: PublicClient, listingId: string) {
  return client
    .from('listings')
    .select(AD_COLUMNS)
    .eq('id', listingId)
    .order('position', { referencedTable: 'photos' })
    .maybeSingle()
}

export function readListingFate(client: PublicClient, listingId: string) {
  return client.rpc('listing_fate', { listing_id: listingId }, { get: true })
}

export function readSeller(client: PublicClient, sellerId: string) {
  return client.from('sellers').select('*').eq('id', sellerId).is('left_at', null).maybeSingle()
}
