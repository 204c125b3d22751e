import type { Condition } from '../../../contract/ads/listing-values.ts'
import { t } from '../i18n/t.ts'

export const CONDITION_LABEL: Record<Condition, string> = {
  new: t('ads.new'),
  like_new: t('ads.likeNew'),
  good: t('ads.good'),
  fair: t('ads.fair'),
  for_parts: t('ads.forParts'),
}
