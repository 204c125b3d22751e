import { jsonOf } from '../../../../contract/json-of.ts'
import {
  readAttributesOf,
  readCategories,
  readCategoryCounts,
  readListing,
  readSearchPage,
  readSeller,
} from '../../../../contract/public-reads.ts'
import type { ListingSearch } from '../../../../contract/search/search.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { dataClient } from '../../lib/data/client.ts'
import type { AttributeDefinition, Category, ListingDetail, SearchPage, Seller } from './listing.ts'

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

/** Adds missing fields to responses that were cached before the contract grew. */
function complete(page: SearchPage): SearchPage {
  const none = { attributes: [], seller_type: [], posted: [], with_photo: 0 }
  const unsaid = {
    close_items: [],
    understood_as: null,
    corrections: [],
    unmatched: [],
    did_you_mean: null,
    relaxed: [],
    ignored: [],
  }
  const facets = page.facets && { ...none, ...page.facets }
  // "Not specified" is not a selectable option.
  const attributes = facets?.attributes.map((one) => ({ ...one, options: one.options.filter((o) => o.value !== null) }))
  return { ...unsaid, ...page, facets: facets && { ...facets, attributes: attributes ?? [] } }
}

/** One ad; null when it does not exist or may not be read by this user. */
export async function fetchListing(listingId: string): Promise<ListingDetail | null> {
  const { data, error } = await readListing(await dataClient(), listingId)
  if (error) throw error
  return data as ListingDetail | null // Check constraints guarantee the narrower text types.
}

/** All categories without their attributes, in the reader's language. */
export async function fetchCategories(): Promise<Category[]> {
  const { data, error } = await readCategories(await dataClient(), currentLanguage())
  if (error) throw error
  return data.map((row) => ({ ...row, name: row.name ?? row.slug }))
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

/** A seller's public profile; null if none exists with this id, or no longer. */
export async function fetchSeller(sellerId: string): Promise<Seller | null> {
  const { data, error } = await readSeller(await dataClient(), sellerId)
  if (error) throw error
  return data as Seller | null
}
