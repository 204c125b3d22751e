import type { Condition, ListingType } from '../../../../contract/ads/listing-values.ts'
import type {
  AttributeFacet,
  FacetCount,
  FoundListing,
  Range,
  SearchAnswer,
  SearchFacets,
} from '../../../../contract/search/search.ts'
import { presentMoment } from '../../lib/drawn.ts'

/** What the marketplace database says about ads, sellers and categories, as the web app reads it. */

export type PriceType = 'fixed' | 'negotiable' | 'free' | 'on_request'
export type Delivery = 'pickup' | 'ship' | 'both'
export type ListingState =
  | 'draft'
  | 'pending_review'
  | 'changes_requested'
  | 'rejected'
  | 'active'
  | 'reserved'
  | 'sold'
  | 'paused'
  | 'expired'
  | 'hidden'
  | 'removed'
  | 'deleted'

/** One ad as search and the cards show it: of search the ads on offer, elsewhere sold ones, too. */
export interface ListingItem extends Omit<FoundListing, 'state'> {
  state: ListingState
}

export type Count = FacetCount
export type Facets = SearchFacets
/** Prices of the ads that match everything but the price filter. All in minor units. */
export type PriceFacts = Range
export type SearchPage = SearchAnswer
export type { AttributeFacet }

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
  /** Percent of first messages answered within a day; null under five. */
  response_rate: number | null
  /** How many first messages both figures come from, of how many days. */
  response_count: number
  response_days: number | null
  /** Deals made here that were done or missed, and how many of them this person missed. */
  deal_count: number
  no_show_count: number
  joined_at: string
  /** Days of a vacation (UTC); see awayUntil(). */
  away_from: string | null
  away_until: string | null
  away_note: string
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
  /** How many there still are. */
  quantity: number
  /** The least a buyer may offer, in percent of the price. */
  offer_floor_pct: number
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
  chats_count: number
  cover_path: string | null
  photo_count: number
  first_published_at: string | null
  expires_at: string | null
  sold_at: string | null
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
  /** False when it was closed: its ads stay, but it is not offered in lists. */
  active?: boolean
}

export interface AttributeDefinition {
  key: string
  label: Record<string, string>
  type: 'enum' | 'multi' | 'int' | 'decimal' | 'bool' | 'text' | 'year' | 'size'
  unit: string | null
  /** The unit in languages that write it otherwise. */
  unit_labels?: Record<string, string>
  /** `label` in English, `labels` in other languages. */
  options: { id: string; label: string | Record<string, string>; labels?: Record<string, string> }[]
  required?: boolean
  /** Whether it is among the main filters of its category. */
  facet?: boolean
}

/** Whether one can still write to the seller about it. An ad whose time is over is off the market before it is swept up. */
export function isOnOffer(
  { state, expires_at: expiresAt }: Pick<ListingDetail, 'state' | 'expires_at'>,
  now = presentMoment().getTime(),
): boolean {
  return (state === 'active' || state === 'reserved') && !(expiresAt && Date.parse(expiresAt) < now)
}

/** Whether an address can be one of an ad or a person at all: the database refuses anything else as an id. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
