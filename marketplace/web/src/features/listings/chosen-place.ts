import { useSyncExternalStore } from 'react'
import { PLACES, placeLabel, readPlace } from '../../../../contract/places.ts'
import type { Near } from '../../../../contract/search-place.ts'
import { RADII_KM } from '../../../../contract/search-state.ts'
import { t } from '../../i18n/t.ts'
import { localList } from './local-list.ts'

/** Where this browser's owner looks for things, and how far around it. */
export interface ChosenPlace {
  /** The label; empty for a place taken from the device. */
  id: string
  lat: number
  lng: number
  radiusKm: number
}

export const DEFAULT_RADIUS_KM = 10

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

/** The same place as a search uses it. */
export function nearOf(place: ChosenPlace | null): Near | null {
  return place && { label: place.id || null, lat: place.lat, lng: place.lng }
}

/** A place by its label, with the radius kept or the default. Null when the label is not known. */
export function placeByLabel(label: string, radiusKm = DEFAULT_RADIUS_KM): ChosenPlace | null {
  const place = readPlace(label)
  return place && place.lat !== null && place.lng !== null
    ? { id: label, lat: place.lat, lng: place.lng, radiusKm }
    : null
}

/** The areas to choose from, by city; every city can also be chosen whole. */
export const PLACE_GROUPS: readonly { city: string; labels: string[] }[] = [
  ...new Set(PLACES.map(({ city }) => city)),
].map((city) => {
  const areas = PLACES.filter((place) => place.city === city).map(placeLabel)
  return { city, labels: areas.includes(city) ? areas : [city, ...areas] }
})

/** Asks the device, once, after a tap. Rounded to about 100 m: the search needs no more. */
export function placeOfDevice(radiusKm: number): Promise<ChosenPlace> {
  const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) reject(new Error(t('This browser cannot tell where you are.')))
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ id: '', lat: rounded(coords.latitude), lng: rounded(coords.longitude), radiusKm }),
        () => reject(new Error(t('Your browser did not share where you are.'))),
        { maximumAge: 600_000, timeout: 10_000 },
      )
  })
}

function isChosenPlace(value: unknown): value is ChosenPlace {
  if (typeof value !== 'object' || value === null) return false
  const { id, lat, lng, radiusKm } = value as Record<string, unknown>
  const km = RADII_KM.find((known) => known === radiusKm)
  return typeof id === 'string' && typeof lat === 'number' && typeof lng === 'number' && km !== undefined
}
