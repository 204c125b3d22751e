/** Enumerations shared by ads and searches. */

export const CONDITIONS = ['new', 'like_new', 'good', 'fair', 'for_parts'] as const
export type Condition = (typeof CONDITIONS)[number]

export const LISTING_TYPES = ['sell', 'wanted', 'free', 'swap'] as const
export type ListingType = (typeof LISTING_TYPES)[number]

export type PriceType = 'fixed' | 'negotiable' | 'free' | 'on_request'
export type Delivery = 'pickup' | 'ship' | 'both'

export const SORTS = ['relevance', 'newest', 'price_asc', 'price_desc', 'distance'] as const
export type Sort = (typeof SORTS)[number]

export const SELLER_TYPES = ['private', 'business'] as const
export type SellerType = (typeof SELLER_TYPES)[number]

export const VIEWS = ['grid', 'list', 'map'] as const
/** The layout of results. The map is shown next to a list of the same ads. */
export type View = (typeof VIEWS)[number]
