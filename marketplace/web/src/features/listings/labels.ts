import type { SellerType } from '../../../../contract/search.ts'
import type { Condition, Delivery, ListingType, Sort, View } from './listing.ts'

export const CONDITION_LABEL: Record<Condition, string> = {
  new: 'New',
  like_new: 'Like new',
  good: 'Good',
  fair: 'Fair',
  for_parts: 'For parts',
}

export const TYPE_LABEL: Record<ListingType, string> = {
  sell: 'For sale',
  wanted: 'Wanted',
  free: 'Free',
  swap: 'Swap',
}

export const SORT_LABEL: Record<Sort, string> = {
  relevance: 'Best match',
  newest: 'Newest first',
  price_asc: 'Lowest price',
  price_desc: 'Highest price',
  distance: 'Nearest first',
}

/** The two ways to hand something over that a buyer can ask for. An ad marked "both" answers to either. */
export const HANDOVER_LABEL = { pickup: 'Meet in person', ship: 'Can be posted' } as const satisfies Partial<
  Record<Delivery, string>
>

export const POSTED_LABEL: Record<number, string> = {
  1: 'Last 24 hours',
  3: 'Last 3 days',
  7: 'Last 7 days',
  30: 'Last 30 days',
}

export const SELLER_TYPE_LABEL: Record<SellerType, string> = { private: 'Private', business: 'Business' }

export const VIEW_LABEL: Record<View, string> = { grid: 'Grid', list: 'List', map: 'Map' }
