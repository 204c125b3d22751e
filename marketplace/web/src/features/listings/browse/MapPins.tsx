import { useEffect, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { type Cluster, clusterByPixels } from '../../../ui/map/geometry.ts'
import { MapMarker } from '../../../ui/map/MapMarker.tsx'
import { useMap } from '../../../ui/map/map-context.ts'
import { type Placed, pinPrice } from './map-pin.ts'

/** Pixels: pins nearer than this would cover one another. */
const REACH = 64

interface MapPinsProps {
  items: readonly Placed[]
  chosenId: string | null
  onChoose: (id: string | null) => void
}

/** A price at every ad; where they would overlap, how many there are. */
export function MapPins({ items, chosenId, onChoose }: MapPinsProps) {
  const map = useMap()
  const clusters = useClusters(items)
  const closer = ({ items: inside }: Cluster<Placed>) => {
    const [first] = inside
    if (!first) return
    // Ads of one grid point cannot be told apart by going closer: the list of the card goes through them.
    if (
      map.getZoom() >= map.getMaxZoom() - 3 ||
      inside.every(({ lat, lng }) => lat === first.lat && lng === first.lng)
    ) {
      const at = inside.findIndex(({ id }) => id === chosenId)
      onChoose(inside[(at + 1) % inside.length]?.id ?? null)
    } else {
      const lats = inside.map(({ lat }) => lat)
      const lngs = inside.map(({ lng }) => lng)
      map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], {
        padding: 90,
        maxZoom: map.getZoom() + 3,
        duration: 300,
      })
    }
  }
  return clusters.map((cluster) => {
    const [first] = cluster.items
    if (!first) return null
    const isChosen = cluster.items.some(({ id }) => id === chosenId)
    const isOne = cluster.items.length === 1
    return (
      <MapMarker key={first.id} lat={first.lat} lng={first.lng} raised={isChosen}>
        <button
          type="button"
          aria-pressed={isOne ? isChosen : undefined}
          aria-label={
            isOne
              ? t('browse.pin', { price: pinPrice(first), title: first.title })
              : t('browse.adsGoCloser', { count: cluster.items.length })
          }
          onClick={() => (isOne ? onChoose(isChosen ? null : first.id) : closer(cluster))}
          className={cx(
            'hit-44 tnum inline-flex h-8 items-center rounded-full border px-2.5 text-[14px] font-semibold whitespace-nowrap shadow-1',
            isChosen ? 'border-brand bg-brand text-on-brand' : 'border-line-2 bg-surface text-ink hover:border-ink-3',
          )}
        >
          {isOne ? pinPrice(first) : t('browse.countHere', { count: cluster.items.length })}
        </button>
      </MapMarker>
    )
  })
}

/** Computed anew whenever the map has come to rest. */
function useClusters(items: readonly Placed[]): Cluster<Placed>[] {
  const map = useMap()
  const [clusters, setClusters] = useState<Cluster<Placed>[]>([])
  useEffect(() => {
    const compute = () => setClusters(clusterByPixels(items, ({ lat, lng }) => map.project([lng, lat]), REACH))
    compute()
    map.on('moveend', compute)
    return () => {
      map.off('moveend', compute)
    }
  }, [map, items])
  return clusters
}
