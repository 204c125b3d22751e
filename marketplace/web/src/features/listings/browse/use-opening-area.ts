import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdCluster, ClusterAnswer, ClusterBounds } from '../../../../../contract/search/clusters.ts'
import { searchParams } from '../../../../../contract/search/search-params.ts'
import type { Box } from '../../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import type { Spot } from '../../../ui/map/geometry.ts'
import { boxOfView } from './box-of-view.ts'
import { clustersQuery } from './clusters.ts'

/** At this zoom a cluster is about as wide as a city with its surroundings. */
const CITY_ZOOM = 6

/** Margin around a cluster, as a share of its size, and at least this in degrees. */
const MARGIN = 0.12
const LEAST_MARGIN = 0.01

/**
 * The area that the map opens with if the search names none: around the user, or where most of the ads are. Null if they are spread out,
 * undefined while it loads. Once the user has chosen an area, or removed it, there is none.
 */
export function useOpeningArea(state: SearchState): Box | null | undefined {
  const [wasChosen, setChosen] = useState(false)
  if (state.box && !wasChosen) setChosen(true)
  const isOpening = state.view === 'map' && !wasChosen && (state.near === null || state.radiusKm === null)
  const params = searchParams(state)
  // The server's clusters are finer in a smaller box.
  const all = useQuery({ ...clustersQuery({ ...params, zoom: 0 }), enabled: isOpening })
  const bounds = all.data?.bounds ?? null
  const box = bounds && boxOfView(widen(bounds))
  const cities = useQuery({
    ...clustersQuery({ ...params, ...(box ? { box } : {}), zoom: CITY_ZOOM }),
    enabled: isOpening && box !== null,
  })
  if (!isOpening) return null
  if (cities.data && !cities.isPlaceholderData) return areaOf(cities.data, state.near)
  return all.isPending || (box && !cities.isError) ? undefined : null
}

/** The cluster around `near`, else the one with more than half of the ads. */
export function areaOf({ clusters, total }: ClusterAnswer, near: Spot | null): Box | null {
  const main = clusters.find(near ? holds(near) : ({ count }) => count * 2 > total)
  return main && main.count < total ? boxOfView(widen(main.bounds)) : null
}

function holds({ lat, lng }: Spot) {
  return ({ bounds }: AdCluster) => {
    const [west, south, east, north] = widen(bounds)
    return west <= lng && lng <= east && south <= lat && lat <= north
  }
}

function widen([west, south, east, north]: ClusterBounds): Box {
  const across = Math.max(LEAST_MARGIN, (east - west) * MARGIN)
  const up = Math.max(LEAST_MARGIN, (north - south) * MARGIN)
  return [west - across, south - up, east + across, north + up]
}
