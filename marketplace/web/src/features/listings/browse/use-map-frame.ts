import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { searchParams } from '../../../../../contract/search/search-params.ts'
import { type Box, writeBox } from '../../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { type Bounds, boundsAround, circle, rectangle } from '../../../ui/map/geometry.ts'
import { clustersQuery } from './clusters.ts'

/** Default view: Europe. */
const WIDE: Bounds = [-11, 35, 30, 60]

/** Padding in pixels. On phones a strip of ads covers the bottom of the map. */
const PADDING = { all: 56, opening: 24, circle: 16, box: 0 } as const
export const STRIP_PADDING = { top: 72, right: 40, bottom: 230, left: 40 }

/** Media query for the widths at which MapCards overlays the map. */
const STRIP_WIDTHS = '(max-width: 767px)'

/** Maximum automatic zoom, given the 300 m grid. */
const MAX_ZOOM = { all: 13.5, opening: 13.5, circle: 13.5, box: 17 } as const

interface Frame {
  kind: keyof typeof PADDING
  bounds: Bounds
  area: ReturnType<typeof rectangle> | null
}

/** Whether a strip of ads covers the bottom of the map. */
export function useHasStrip(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => window.matchMedia(STRIP_WIDTHS).matches,
    () => false,
  )
}

/** Bounds to fit. Unchanged if the search covers what the map already shows. `isOpening` if the box is where the map opens. */
export function useMapFrame(state: SearchState, isOpening: boolean) {
  const hasStrip = useHasStrip()
  const { near, radiusKm, box } = state
  const isOpen = box === null && (near === null || radiusKm === null)
  const all = useQuery({ ...clustersQuery({ ...searchParams(state), zoom: 0 }), enabled: isOpen })
  const allBounds = all.data?.bounds ?? null
  const framed = useMemo((): Frame => {
    if (box) return isOpening ? { ...frameOfBox(box), kind: 'opening', area: null } : frameOfBox(box)
    if (near && radiusKm !== null) {
      const area = { ...circle(near, radiusKm * 1000), properties: { fill: 0.06 } }
      return { bounds: boundsAround(near, radiusKm * 1000), kind: 'circle', area }
    }
    const bounds: Bounds = allBounds ? [...allBounds] : WIDE
    return { bounds, kind: 'all', area: null }
  }, [box, near, radiusKm, allBounds, isOpening])
  const [stays, setStays] = useState<{ box: string; from: string | null; frame: Frame } | null>(null)
  const current = writeBox(box)
  // The URL has not caught up yet.
  const isStaying = stays !== null && (current === stays.box || current === stays.from)
  if (stays && stays.from !== null && current === stays.box) setStays({ ...stays, from: null })
  // Reuse the old frame: a new padding alone would move the map.
  const frame = isStaying ? stays.frame : framed
  return {
    bounds: frame.bounds,
    padding: hasStrip && frame.kind !== 'box' ? STRIP_PADDING : PADDING[frame.kind],
    maxZoom: MAX_ZOOM[frame.kind],
    area: framed.area,
    isFramed: !isOpen || !all.isPending,
    stay: (here: Box) => setStays({ box: writeBox(here), from: current, frame }),
  }
}

function frameOfBox([west, south, east, north]: Box): Frame {
  const bounds: Bounds = [west, south, west <= east ? east : east + 360, north]
  return { bounds, kind: 'box', area: { ...rectangle(bounds), properties: { fill: 0.06 } } }
}
