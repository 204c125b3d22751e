import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Spot } from './geometry.ts'
import { useMap } from './map-context.ts'
import { type PinPlaces, pinPlaces } from './pin-places.ts'

const PlacesContext = createContext<PinPlaces | null>(null)

/** Buttons and marks positioned on the surrounding map. */
export function PinLayer({ children }: { children: ReactNode }) {
  const map = useMap()
  const places = useMemo(() => pinPlaces(map), [map])
  useEffect(() => places.follow(), [places])
  return <PlacesContext value={places}>{createPortal(children, places.element)}</PlacesContext>
}

interface PinProps extends Spot {
  /** Higher ones are stacked above others. */
  layer?: number
  children: ReactNode
}

/** One of them, centred on its coordinates. */
export function Pin({ lat, lng, layer = 0, children }: PinProps) {
  const places = use(PlacesContext)
  const pin = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (pin.current ? places?.add(pin.current, { lat, lng }) : undefined), [places, lat, lng])
  return (
    // MapLibre sets its own font inside the map.
    <div ref={pin} style={{ zIndex: layer }} className="pointer-events-auto absolute start-0 top-0 font-sans">
      {children}
    </div>
  )
}
