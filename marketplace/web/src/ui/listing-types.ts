import type { ListingType } from '../../../contract/ads/listing-values.ts'
import { t } from '../i18n/t.ts'

export const TYPE_LABEL: Record<ListingType, string> = {
  sell: t('ads.forSale'),
  wanted: t('ads.wanted'),
  free: t('app.free'),
  swap: t('ads.swap'),
}
