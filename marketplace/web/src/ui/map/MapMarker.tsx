import { Marker, type PositionAnchor } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Spot } from './geometry.ts'
import { useMap } from './map-context.ts'

interface MapMarkerProps extends Spot {
  /** Which side of it stands on the spot. */
  anchor?: PositionAnchor
  /** Pixels to the right and down. */
  offset?: [number, number]
  /** Over others. */
  raised?: boolean
  children: ReactNode
}

/** Something that stands on the map and moves with it. */
export function MapMarker({ lat, lng, anchor = 'center', offset = [0, 0], raised = false, children }: MapMarkerProps) {
  const map = useMap()
  const [element] = useState(makeElement)
  const [right, down] = offset
  useEffect(() => {
    const marker = new Marker({ element, anchor, offset: [right, down] }).setLngLat([lng, lat]).addTo(map)
    // MapLibre names every marker "Map marker"; what stands inside has a name of its own.
    element.removeAttribute('aria-label')
    element.removeAttribute('role')
    element.removeAttribute('tabindex')
    return () => {
      marker.remove()
    }
  }, [map, element, lat, lng, anchor, right, down])
  useEffect(() => {
    element.style.zIndex = raised ? '5' : ''
  }, [element, raised])
  return createPortal(children, element)
}

/** MapLibre sets a face of its own inside the map. */
function makeElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'font-sans'
  return element
}
