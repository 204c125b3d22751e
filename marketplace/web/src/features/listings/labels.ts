import type { Condition, ListingType, Sort, View } from '../../../../contract/listing-values.ts'
import type { SellerType } from '../../../../contract/search.ts'
import { t } from '../../i18n/t.ts'
import type { Delivery } from './listing.ts'

export const CONDITION_LABEL: Record<Condition, string> = {
  new: t('New'),
  like_new: t('Like new'),
  good: t('Good'),
  fair: t('Fair'),
  for_parts: t('For parts'),
}

export const TYPE_LABEL: Record<ListingType, string> = {
  sell: t('For sale'),
  wanted: t('Wanted'),
  free: t('Free'),
  swap: t('Swap'),
}

export const SORT_LABEL: Record<Sort, string> = {
  relevance: t('Best match'),
  newest: t('Newest first'),
  price_asc: t('Lowest price'),
  price_desc: t('Highest price'),
  distance: t('Nearest first'),
}

/** The two ways to hand something over that a buyer can ask for. An ad marked "both" answers to either. */
export const HANDOVER_LABEL = { pickup: t('Meet in person'), ship: t('Can be posted') } as const satisfies Partial<
  Record<Delivery, string>
>

export const POSTED_LABEL: Record<number, string> = {
  1: t('Last 24 hours'),
  3: t('Last 3 days'),
  7: t('Last 7 days'),
  30: t('Last 30 days'),
}

export const SELLER_TYPE_LABEL: Record<SellerType, string> = { private: t('Private'), business: t('Business') }

export const VIEW_LABEL: Record<View, string> = { grid: t('Grid'), list: t('List'), map: t('Map') }
