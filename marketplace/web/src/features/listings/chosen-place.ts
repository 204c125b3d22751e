import { useSyncExternalStore } from 'react'
import type { Near } from '../../../../contract/search/search-place.ts'
import { RADII_KM } from '../../../../contract/search/search-state.ts'
import { localList } from './local-list.ts'

/** Where this browser's owner looks for things, and how far around it. */
export interface ChosenPlace {
  /** The label; empty for a place taken from the device. */
  id: string
  lat: number
  lng: number
  /** Null: any distance. */
  radiusKm: number | null
}

export const DEFAULT_RADIUS_KM = 10

/** What chooses a place shows and changes. */
export interface PlaceChoice {
  place: ChosenPlace | null
  onChange: (place: ChosenPlace | null) => void
  /** How many ads there are around it; undefined while unknown. */
  count: number | undefined
}

const store = localList<ChosenPlace>('place', 1, isChosenPlace)

/** The place chosen in this browser; null for everywhere. */
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

/** Has an entry once this browser's owner would rather not say where they are (index.html looks for it, too). */
export const closedQuestion = localList<{ id: string }>(
  'place-asked',
  1,
  (entry): entry is { id: string } => entry !== null,
)

/** The same place as a search uses it. */
export function nearOf(place: ChosenPlace | null): Near | null {
  return place && { label: place.id || null, lat: place.lat, lng: place.lng }
}

function isChosenPlace(value: unknown): value is ChosenPlace {
  if (typeof value !== 'object' || value === null) return false
  const { id, lat, lng, radiusKm } = value as Record<string, unknown>
  const isRadius = radiusKm === null || RADII_KM.some((known) => known === radiusKm)
  return typeof id === 'string' && typeof lat === 'number' && typeof lng === 'number' && isRadius
}
