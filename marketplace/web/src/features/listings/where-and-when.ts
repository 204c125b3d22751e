import { shortPlaceName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { formatDistance, formatTimeAgo } from '../../ui/format.ts'
import type { ListingItem } from './listing.ts'

/** "Graça · 0.8 km · 12 min ago"; without a distance, says whether the item ships. */
export function whereAndWhen(item: ListingItem, now?: Date): string {
  const reach =
    item.distance_km !== null
      ? formatDistance(item.distance_km)
      : item.delivery === 'pickup'
        ? null
        : t('ads.shipsInLine')
  return [shortPlaceName(item), reach, formatTimeAgo(item.published_at, now)].filter(Boolean).join(' · ')
}
