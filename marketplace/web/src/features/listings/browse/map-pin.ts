import type { AdCluster, AdPin, ClusterAnswer, ClusterBounds } from '../../../../../contract/search/clusters.ts'
import { t } from '../../../i18n/t.ts'
import { formatPrice } from '../../../ui/format.ts'
import type { MarkedAd } from './marked-ad.ts'

/** Label of a pin. */
export function pinPrice(pin: AdPin): string {
  if (pin.type === 'wanted') return t('ads.wanted')
  return formatPrice(pin.price_minor, pin.currency, pin.type === 'free' ? 'free' : pin.price_type)
}

/** A pin's spot as a bounding box. */
export function spotOf({ lat, lng }: AdPin): ClusterBounds {
  return [lng, lat, lng, lat]
}

/** True for ads at the same grid point, which no zoom separates. */
export function isOneSpot([west, south, east, north]: ClusterBounds): boolean {
  return west === east && south === north
}

/** The ad's pin, or the nearest cluster that contains it. */
export function findMarked({ pins, clusters }: ClusterAnswer, ad: MarkedAd | null): AdPin | AdCluster | null {
  if (!ad || ad.lat === null || ad.lng === null) return null
  const pin = pins.find(({ id }) => id === ad.id)
  if (pin) return pin
  const { lat, lng } = ad
  const away = (cluster: AdCluster) => (cluster.lat - lat) ** 2 + (cluster.lng - lng) ** 2
  const around = clusters.filter(
    ({ bounds: [west, south, east, north] }) => west <= lng && lng <= east && south <= lat && lat <= north,
  )
  return around.sort((a, b) => away(a) - away(b))[0] ?? null
}
