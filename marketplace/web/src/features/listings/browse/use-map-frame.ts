import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { searchParams } from '../../../../../contract/search/search-params.ts'
import { type Box, writeBox } from '../../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { type Bounds, boundsAround, circle, rectangle } from '../../../ui/map/geometry.ts'
import { clustersQuery } from './clusters.ts'

/** Where there is nothing to show yet: all of Europe. */
const WIDE: Bounds = [-11, 35, 30, 60]

/** Pixels around it: pins at its edge need room, a circle needs little, and what a map showed needs none. */
const PADDING = { all: 56, circle: 16, box: 0 } as const

/** Ads lie on a grid of about 300 m: closer the map does not go by itself, unless it was that close. */
const MAX_ZOOM = { all: 13.5, circle: 13.5, box: 17 } as const

interface Frame {
  kind: keyof typeof PADDING
  bounds: Bounds
  area: ReturnType<typeof rectangle> | null
}

/** What must be in view. A search of what the map showed is in view already: there the map stays as it is. */
export function useMapFrame(state: SearchState) {
  const { near, radiusKm, box } = state
  const isOpen = box === null && (near === null || radiusKm === null)
  const all = useQuery({ ...clustersQuery({ ...searchParams(state), zoom: 0 }), enabled: isOpen })
  const allBounds = all.data?.bounds ?? null
  const framed = useMemo((): Frame => {
    if (box) return frameOfBox(box)
    if (near && radiusKm !== null) {
      const area = { ...circle(near, radiusKm * 1000), properties: { fill: 0.06 } }
      return { bounds: boundsAround(near, radiusKm * 1000), kind: 'circle', area }
    }
    const bounds: Bounds = allBounds ? [...allBounds] : WIDE
    return { bounds, kind: 'all', area: null }
  }, [box, near, radiusKm, allBounds])
  const [stays, setStays] = useState<{ box: string; from: string | null; frame: Frame } | null>(null)
  const current = writeBox(box)
  // Until the address has followed, the search is still the one from before.
  const isStaying = stays !== null && (current === stays.box || current === stays.from)
  if (stays && stays.from !== null && current === stays.box) setStays({ ...stays, from: null })
  // Both as before: another padding alone would move the map back.
  const frame = isStaying ? stays.frame : framed
  return {
    bounds: frame.bounds,
    padding: PADDING[frame.kind],
    maxZoom: MAX_ZOOM[frame.kind],
    area: framed.area,
    isReady: !isOpen || !all.isPending,
    stay: (here: Box) => setStays({ box: writeBox(here), from: current, frame }),
  }
}

function frameOfBox([west, south, east, north]: Box): Frame {
  const bounds: Bounds = [west, south, west <= east ? east : east + 360, north]
  return { bounds, kind: 'box', area: { ...rectangle(bounds), properties: { fill: 0.06 } } }
}
