import { shortPlaceName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { formatDistance, formatTimeAgo } from '../../ui/format.ts'
import type { ListingItem } from './listing.ts'

/** "0.8 km", else whether the item ships. */
export function reachOf({ distance_km, delivery }: ListingItem): string | null {
  if (distance_km !== null) return formatDistance(distance_km)
  return delivery === 'pickup' ? null : t('ads.shipsInLine')
}

/** "Graça · 0.8 km · 12 min ago"; without a distance, says whether the item ships. */
export function whereAndWhen(item: ListingItem, now?: Date): string {
  return [shortPlaceName(item), reachOf(item), formatTimeAgo(item.published_at, now)].filter(Boolean).join(' · ')
}
