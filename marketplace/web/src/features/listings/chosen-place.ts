import { useSyncExternalStore } from 'react'
import type { Near } from '../../../../contract/search/search-place.ts'
import { RADII_KM } from '../../../../contract/search/search-state.ts'
import { localList } from './local-list.ts'

/** The place and radius chosen in this browser. */
export interface ChosenPlace {
  /** The label; empty for the device's location. */
  id: string
  lat: number
  lng: number
  /** Null means any distance. */
  radiusKm: number | null
}

export const DEFAULT_RADIUS_KM = 10

/** Props of components that choose a place. */
export interface PlaceChoice {
  place: ChosenPlace | null
  onChange: (place: ChosenPlace | null) => void
  /** Number of ads around it; undefined while unknown. */
  count: number | undefined
}

const store = localList<ChosenPlace>('place', 1, isChosenPlace)

/** The place chosen in this browser; null means everywhere. */
export function chosenPlace(): ChosenPlace | null {
  return store.read()[0] ?? null
}

export function useChosenPlace(): ChosenPlace | null {
  return useSyncExternalStore(store.subscribe, chosenPlace, () => null)
}

export function choosePlace(place: ChosenPlace | null): void {
  if (place) store.put(place)
  else store.clear()
}

/** Non-empty once the question for a place was dismissed in this browser (index.html checks it, too). */
export const closedQuestion = localList<{ id: string }>(
  'place-asked',
  1,
  (entry): entry is { id: string } => entry !== null,
)

/** The place as a search parameter. */
export function nearOf(place: ChosenPlace | null): Near | null {
  return place && { label: place.id || null, lat: place.lat, lng: place.lng }
}

function isChosenPlace(value: unknown): value is ChosenPlace {
  if (typeof value !== 'object' || value === null) return false
  const { id, lat, lng, radiusKm } = value as Record<string, unknown>
  const isRadius = radiusKm === null || RADII_KM.some((known) => known === radiusKm)
  return typeof id === 'string' && typeof lat === 'number' && typeof lng === 'number' && isRadius
}
