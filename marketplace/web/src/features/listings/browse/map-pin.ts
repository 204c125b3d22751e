import { t } from '../../../i18n/t.ts'
import { formatPrice } from '../../../ui/format.ts'
import type { Spot } from '../../../ui/map/geometry.ts'
import type { ListingItem } from '../listing.ts'

/** An ad that says where it is. */
export type Placed = ListingItem & Spot

/** What an ad is called on the map. */
export function pinPrice(item: ListingItem): string {
  if (item.type === 'wanted') return t('ads.wanted')
  return formatPrice(item.price_minor, item.currency, item.type === 'free' ? 'free' : item.price_type)
}
