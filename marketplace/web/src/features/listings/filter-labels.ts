import type { Delivery, SellerType, Sort, View } from '../../../../contract/ads/listing-values.ts'
import { t } from '../../i18n/t.ts'

export const SORT_LABEL: Record<Sort, string> = {
  relevance: t('ads.bestMatch'),
  newest: t('ads.newestFirst'),
  price_asc: t('ads.lowestPrice'),
  price_desc: t('ads.highestPrice'),
  distance: t('ads.nearestFirst'),
}

/** The two kinds of delivery that a buyer can filter by. An ad marked "both" matches either. */
export const HANDOVER_LABEL = { pickup: t('ads.meetInPerson'), ship: t('ads.canBePosted') } as const satisfies Partial<
  Record<Delivery, string>
>

export const POSTED_LABEL: Record<number, string> = {
  1: t('ads.last24Hours'),
  3: t('ads.last3Days'),
  7: t('ads.last7Days'),
  30: t('ads.last30Days'),
}

export const SELLER_TYPE_LABEL: Record<SellerType, string> = { private: t('ads.private'), business: t('ads.business') }

export const VIEW_LABEL: Record<View, string> = { grid: t('ads.grid'), list: t('ads.list'), map: t('ads.map') }
