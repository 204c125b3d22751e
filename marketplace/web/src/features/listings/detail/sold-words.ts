import { t } from '../../../i18n/t.ts'
import { formatTimeAgo, isLongAgo } from '../../../ui/format.ts'
import type { ListingDetail } from '../listing.ts'

/** "Sold yesterday in Estrela."; the place is optional. Null when the date is unknown. */
export function soldWords({ sold_at: soldAt }: Pick<ListingDetail, 'sold_at'>, place = ''): string | null {
  if (!soldAt) return null
  const said = { kind: isLongAgo(soldAt) ? 'date' : 'ago', when: formatTimeAgo(soldAt) }
  return place ? t('listing.soldWhenWhere', { ...said, place }) : t('listing.soldWhen', said)
}
