import { MapPin } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { config } from '../../../app/config.ts'
import { townsWithin } from '../../../app/towns.ts'
import { t } from '../../../i18n/t.ts'
import { boundsAround, circle, type Spot } from '../../../ui/map/geometry.ts'
import { LazyMap } from '../../../ui/map/LazyMap.tsx'

/** Metres. Coordinates of ads are kept on a grid of about 300 m, so the thing itself is anywhere inside. */
const AREA_METRES = 500
/** What is around it, for finding one's way. */
const VIEW_METRES = 1600
const RINGS_METRES = [1000, 1500, 2000]
/** Pixels of the drawing per metre. */
const SCALE = 0.13

/** Roughly where a thing is: a circle of 500 m and the country around it, never an address. The map comes when it is scrolled to. */
export function AreaPanel({ place, spot }: { place: string; spot: Spot | null }) {
  const [panel, isSeen] = useSeen()
  const view = useMemo(
    () => spot && { bounds: boundsAround(spot, VIEW_METRES), area: circle(spot, AREA_METRES) },
    [spot],
  )
  return (
    <figure ref={panel} className="relative overflow-hidden rounded-panel border border-line bg-sunken">
      {view && isSeen ? (
        <LazyMap
          label={t('Map: around {place}', { place })}
          bounds={view.bounds}
          area={view.area}
          source={config.map}
          namesWithin={townsWithin}
          still
          fallback={<Drawing />}
          className="h-52 md:h-62"
        />
      ) : (
        <Drawing />
      )}
      <figcaption className="absolute end-4 bottom-4 z-10 inline-flex h-9 items-center gap-2 rounded-full bg-surface px-3.5 text-[14px] shadow-1">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        {t('Around {place}, within {most} m', { place, most: AREA_METRES })}
      </figcaption>
    </figure>
  )
}

/** The circle alone, to scale: before the map is there, and where there can be none. */
function Drawing() {
  const dots = useId()
  return (
    <svg
      viewBox="0 0 820 248"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block h-52 w-full md:h-62"
    >
      <pattern id={dots} width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">
        <circle cx="13" cy="13" r="1.4" fill="var(--line-strong)" opacity="0.45" />
      </pattern>
      <rect width="820" height="248" fill={`url(#${dots})`} />
      {RINGS_METRES.map((metres) => (
        <circle
          key={metres}
          cx="410"
          cy="124"
          r={metres * SCALE}
          fill="none"
          stroke="var(--line-strong)"
          strokeDasharray="3 7"
          opacity="0.7"
        />
      ))}
      <circle
        cx="410"
        cy="124"
        r={AREA_METRES * SCALE}
        fill="var(--brand)"
        fillOpacity="0.16"
        stroke="var(--brand)"
        strokeWidth="2"
      />
    </svg>
  )
}

/** True from the moment on in which the element came near the window. */
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
