import type { CategoryField } from '../../../../contract/ads/category-fields.ts'
import type { Condition, Delivery, ListingType, PriceType } from '../../../../contract/ads/listing-values.ts'
import type { Tables } from '../../../../contract/database.types.ts'
import type { readListing } from '../../../../contract/public-reads.ts'
import type {
  AttributeFacet,
  FacetCount,
  FoundListing,
  Range,
  SearchAnswer,
  SearchFacets,
} from '../../../../contract/search/search.ts'
import { presentMoment } from '../../lib/server-rendered.ts'

/** Types of ads, sellers and categories, as the web app reads them from the database. */

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

/** An ad in search results and cards: search returns available ads only, other lists also sold ones. */
export interface ListingItem extends Omit<FoundListing, 'state'> {
  state: ListingState
}

export type Count = FacetCount
export type Facets = SearchFacets
/** Prices of the ads that match all filters but the price. In minor units. */
export type PriceFacts = Range
export type SearchPage = SearchAnswer
export type { AttributeFacet }

/** A seller's public profile. */
export type Seller = Omit<Tables<'sellers'>, 'is_demo' | 'left_at'>

export interface ListingPhoto {
  id: string
  path: string
  width: number | null
  height: number | null
  alt: string | null
  position: number
}

type AdRow = NonNullable<Awaited<ReturnType<typeof readListing>>['data']>

/** One ad with its seller and its sorted photos; the table's checks guarantee the narrower types. */
export interface ListingDetail
  extends Omit<
    AdRow,
    'type' | 'price_type' | 'condition' | 'attributes' | 'delivery' | 'state' | 'category' | 'seller' | 'photos'
  > {
  category: string
  type: ListingType
  price_type: PriceType
  condition: Condition | null
  attributes: Record<string, unknown>
  delivery: Delivery
  state: ListingState
  seller: Seller
  photos: ListingPhoto[]
}

/** A category for lists and menus; its attributes are fetched separately. */
export interface Category {
  slug: string
  parent: string | null
  sort: number
  name: string
  icon: string | null
  /** False when closed: its ads remain, but it is not listed. */
  active?: boolean
}

export interface AttributeDefinition
  extends Pick<CategoryField, 'key' | 'label' | 'type' | 'unit' | 'unit_labels'>,
    Partial<Pick<CategoryField, 'required' | 'facet'>> {
  options: { id: string; label: string | Record<string, string>; labels?: Record<string, string> }[]
}

/** Whether buyers can still contact the seller about it. False for an expired ad even before its state is updated. */
export function isOnOffer(
  { state, expires_at: expiresAt }: Pick<ListingDetail, 'state' | 'expires_at'>,
  now = presentMoment().getTime(),
): boolean {
  return (state === 'active' || state === 'reserved') && !(expiresAt && Date.parse(expiresAt) < now)
}

/** Whether an id from the URL is a UUID: the database rejects anything else. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
