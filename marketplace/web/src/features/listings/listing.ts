/** What the marketplace database says about ads, sellers and categories, as the web app reads it. */

export const CONDITIONS = ['new', 'like_new', 'good', 'fair', 'for_parts'] as const
export type Condition = (typeof CONDITIONS)[number]

export const LISTING_TYPES = ['sell', 'wanted', 'free', 'swap'] as const
export type ListingType = (typeof LISTING_TYPES)[number]

export const SORTS = ['relevance', 'newest', 'price_asc', 'price_desc', 'distance'] as const
export type Sort = (typeof SORTS)[number]

export type PriceType = 'fixed' | 'negotiable' | 'free' | 'on_request'
export type Delivery = 'pickup' | 'ship' | 'both'
export type ListingState = 'draft' | 'active' | 'reserved' | 'sold' | 'paused' | 'expired' | 'hidden' | 'deleted'

/** One ad as search and the cards show it. Money in minor units of `currency`; distance only when a place was given. */
export interface ListingItem {
  id: string
  ad_no: number
  title: string
  type: ListingType
  price_minor: number | null
  previous_price_minor: number | null
  price_type: PriceType
  currency: string
  condition: Condition | null
  category: string
  area: string | null
  city: string | null
  lat: number | null
  lng: number | null
  distance_km: number | null
  delivery: Delivery
  state: ListingState
  published_at: string
  seller_id: string
  cover: { path: string; width: number | null; height: number | null; alt: string | null } | null
  photo_count: number
  photos: { path: string; alt: string | null }[]
}

export interface Count {
  value: string
  count: number
}

export interface Facets {
  category: { slug: string; count: number }[]
  condition: Count[]
  delivery: Count[]
  type: Count[]
  price: PriceFacts | null
}

/** Prices of the ads that match everything but the price filter. All in minor units. */
export interface PriceFacts {
  min: number | null
  max: number | null
  p25: number | null
  p75: number | null
  histogram: { from: number; to: number; count: number }[]
}

/** Parameters of the database function search_listings. Keys left out do not filter. */
export interface SearchParams {
  q?: string
  category?: string
  type?: ListingType
  price_min?: number
  price_max?: number
  condition?: Condition[]
  delivery?: 'pickup' | 'ship'
  lat?: number
  lng?: number
  radius_km?: number
  posted_within_days?: number
  seller?: string
  ids?: string[]
  sort?: Sort
  limit?: number
  cursor?: string
  facets?: boolean
}

export interface SearchPage {
  items: ListingItem[]
  /** Ads that lack a word of the search, where only a few have them all. */
  close_items: ListingItem[]
  total: number
  /** Of some thousand ads and more both numbers come from a sample. */
  total_is_estimate: boolean
  facets: Facets | null
  facets_are_estimates: boolean
  next_cursor: string | null
  /** Words that no ad has, and what was searched for instead. */
  corrections: { from: string; to: string }[]
  /** Words left out because no ad has all of them. */
  dropped_words: string[]
}

/** The public face of somebody who sells. `rating_average` is null until there are five ratings. */
export interface Seller {
  id: string
  display_name: string
  avatar_path: string | null
  bio: string | null
  city: string | null
  area: string | null
  seller_type: string
  phone_verified: boolean
  email_verified: boolean
  id_verified: boolean
  business_verified: boolean
  rating_average: number | null
  rating_count: number
  sold_count: number
  active_count: number
  response_minutes: number | null
  joined_at: string
}

export interface ListingPhoto {
  id: string
  path: string
  width: number | null
  height: number | null
  alt: string | null
  position: number
}

/** One ad with its seller and its photos in order. */
export interface ListingDetail {
  id: string
  ad_no: number
  seller_id: string
  category: string
  type: ListingType
  title: string
  description: string
  price_minor: number | null
  previous_price_minor: number | null
  price_changed_at: string | null
  currency: string
  price_type: PriceType
  condition: Condition | null
  attributes: Record<string, unknown>
  area: string | null
  city: string | null
  country: string | null
  lat: number | null
  lng: number | null
  delivery: Delivery
  ship_cost_minor: number | null
  language: string | null
  state: ListingState
  views_count: number
  saves_count: number
  cover_path: string | null
  photo_count: number
  first_published_at: string | null
  expires_at: string | null
  sold_at: string | null
  sold_price_minor: number | null
  created_at: string
  seller: Seller
  photos: ListingPhoto[]
}

/** A category as lists and menus need it; its attributes are fetched only where they are shown. */
export interface Category {
  slug: string
  parent: string | null
  level: number
  sort: number
  name: string
  icon: string | null
  leaf: boolean
  synonyms: string[]
}

export interface AttributeDefinition {
  key: string
  label: Record<string, string>
  type: 'enum' | 'multi' | 'int' | 'decimal' | 'bool' | 'text' | 'year' | 'size'
  unit: string | null
  options: { id: string; label: string | Record<string, string> }[]
}

/** Whether one can still write to the seller about it. An ad whose time is over is off the market before it is swept up. */
export function isOnOffer(
  { state, expires_at: expiresAt }: Pick<ListingDetail, 'state' | 'expires_at'>,
  now = Date.now(),
): boolean {
  return (state === 'active' || state === 'reserved') && !(expiresAt && Date.parse(expiresAt) < now)
}

/** Whether an address can be one of an ad or a person at all: the database refuses anything else as an id. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
