import { t } from '../../../i18n/t.ts'
import { formatTimeAgo, isLongAgo } from '../../../ui/format.ts'
import type { ListingDetail } from '../listing.ts'

/** "Sold yesterday in Estrela.", without the place when it is left out; null when nobody knows the day. */
export function soldWords({ sold_at: soldAt }: Pick<ListingDetail, 'sold_at'>, place = ''): string | null {
  if (!soldAt) return null
  const said = { kind: isLongAgo(soldAt) ? 'date' : 'ago', when: formatTimeAgo(soldAt) }
  return place ? t('listing.soldWhenWhere', { ...said, place }) : t('listing.soldWhen', said)
}
