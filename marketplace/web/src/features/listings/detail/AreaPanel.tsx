import { MapPin } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { shortPlaceName } from '../../../i18n/place-names.ts'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { townsWithin } from '../../../lib/towns.ts'
import { boundsAround, circle } from '../../../ui/map/geometry.ts'
import { LazyMap } from '../../../ui/map/LazyMap.tsx'
import type { ListingDetail } from '../listing.ts'

/** Metres. Coordinates of ads are kept on a grid of about 300 m, so the item itself is anywhere inside. */
const AREA_METRES = 500
/** Height of the view in metres. */
const VIEW_METRES = 1600
const HEIGHT = 'h-52 md:h-62'

/** A map with a 500 m circle, if the operator configured one. Loaded when scrolled into view. */
export function AreaPanel({ listing }: { listing: ListingDetail }) {
  const { lat, lng } = listing
  const place = shortPlaceName(listing)
  const [panel, isSeen] = useSeen()
  const view = useMemo(() => {
    if (lat === null || lng === null) return null
    return { bounds: boundsAround({ lat, lng }, VIEW_METRES), area: circle({ lat, lng }, AREA_METRES) }
  }, [lat, lng])
  if (!config.map || !view || !place) return null
  return (
    <figure ref={panel} className="relative overflow-hidden rounded-panel border border-line bg-sunken">
      {isSeen ? (
        <LazyMap
          label={t('listing.mapAround', { place })}
          bounds={view.bounds}
          area={view.area}
          source={config.map}
          namesWithin={townsWithin}
          still
          fallback={<Ground />}
          className={HEIGHT}
        />
      ) : (
        <Ground />
      )}
      <figcaption className="absolute end-4 bottom-4 z-10 inline-flex h-9 items-center gap-2 rounded-full bg-surface px-3.5 text-[14px] shadow-1">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {t('listing.aroundWithin', { place, most: AREA_METRES })}
      </figcaption>
    </figure>
  )
}

/** Placeholder until the map is loaded. */
const Ground = () => <div className={HEIGHT} />

/** True once the element has been near the viewport. */
function useSeen() {
  const element = useRef<HTMLElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current || isSeen) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: '100px' })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [isSeen])
  return [element, isSeen] as const
}
