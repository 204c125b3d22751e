import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jsonOf } from '../../../contract/json-of.ts'
import { placeLabel } from '../../../contract/places/place-label.ts'
import { PLACES, placesLike, type TypedPlace } from '../../../contract/places/places.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { dataClient } from './data/client.ts'
import { dataOf } from './data/failure.ts'
import { queryClient } from './data/query-client.ts'
import type { Spot } from './device-spot.ts'

/** A matching place: an area of a city that we know, or a town. The point is its centre. */
export interface Town extends TypedPlace {
  region: string
}

/** Debounce before the server is asked. */
const QUIET_MS = 200
const MAX_AREAS = 3
const MAX_SUGGESTIONS = 5

/**
 * Suggestions for typed text, from two letters on: areas of known cities first, since they are more precise; then towns. `isUnknown` once it is
 * certain that there are none.
 */
export function useTownSuggestions(text: string): { suggested: Town[]; isUnknown: boolean } {
  const [calm, setCalm] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  const towns = useQuery({
    queryKey: ['towns', calm],
    enabled: calm.length >= 2,
    queryFn: () => readTowns(calm),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (text.length < 2) return { suggested: [], isUnknown: false }
  const areas = placesLike(text).map((place) => ({ ...place, region: '' }))
  const suggested = [...areas.slice(0, MAX_AREAS), ...(towns.data ?? [])].slice(0, MAX_SUGGESTIONS)
  const isAnswered = calm === text && towns.isSuccess && !towns.isPlaceholderData
  return { suggested, isUnknown: isAnswered && suggested.length === 0 }
}

/** Tells places of the same name apart: "Lisbon District, Portugal". */
export function describeTown({ area, city, region, country }: Town): string {
  const land = country ? new Intl.DisplayNames(currentLanguage(), { type: 'region' }).of(country) : undefined
  return [area || region === city ? undefined : region, land].filter(Boolean).join(', ')
}

export function townKey(town: Town): string {
  return `${placeLabel(town)} ${town.lat} ${town.lng}`
}

/** Towns that begin with the typed text, those of the market's country first, then by population. */
async function readTowns(q: string): Promise<Town[]> {
  const client = await dataClient()
  const towns = jsonOf<Omit<Town, 'area'>[]>(dataOf(await client.rpc('suggest_places', { q })))
  return towns.map((town) => ({ ...town, area: '' }))
}

/** Grid steps, in degrees, for the boxes in town requests: nearby requests are equal and share the answer. */
const BOX_STEPS = [0.1, 0.5, 2, 10, 45]
const AREAS_FROM_ZOOM = 10.5

/** The area or town nearest to a point; null when none is near. */
export async function nearestTown(spot: Spot): Promise<Town | null> {
  const far = (place: Spot) => Math.hypot(place.lat - spot.lat, (place.lng - spot.lng) * Math.cos(spot.lat * RADIANS))
  const near = (places: readonly Town[]) => places.toSorted((a, b) => far(pointOf(a)) - far(pointOf(b)))[0] ?? null
  const area = near(PLACES.map((place) => ({ ...place, region: '' })))
  if (area && far(pointOf(area)) < NEAR_DEGREES) return area
  const { lat, lng } = spot
  const box = [lng - AROUND_DEGREES, lat - AROUND_DEGREES, lng + AROUND_DEGREES, lat + AROUND_DEGREES] as const
  const towns = await townsWithin([...box], 0)
  return near(towns.map(({ name, ...point }) => ({ area: '', city: name, country: null, region: '', ...point })))
}

const RADIANS = Math.PI / 180
/** About 3 km: areas of a city are closer together than that. */
const NEAR_DEGREES = 0.03
/** About 20 km. */
const AROUND_DEGREES = 0.2

const pointOf = ({ lat, lng }: Town): Spot => ({ lat: lat ?? 90, lng: lng ?? 180 })

/** Place names for a map: the largest towns in view and, when zoomed in, areas of known cities. */
export async function townsWithin(
  [west, south, east, north]: [west: number, south: number, east: number, north: number],
  zoom: number,
): Promise<{ name: string; lat: number; lng: number; people: number }[]> {
  const client = await dataClient()
  const wide = Math.max(east - west, north - south)
  const step = BOX_STEPS.find((degrees) => wide <= degrees * 10) ?? 90
  const down = (degrees: number) => Math.round(Math.floor(degrees / step) * step * 10) / 10
  const up = (degrees: number) => Math.round(Math.ceil(degrees / step) * step * 10) / 10
  const box = { west: down(west), south: down(south), east: up(east), north: up(north) }
  const towns = await queryClient.fetchQuery({
    queryKey: ['towns-within', box],
    queryFn: async () => dataOf(await client.rpc('places_within', { ...box, lim: 60 }, { get: true })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const named = jsonOf<{ name: string; lat: number; lng: number; people: number }[]>(towns)
  if (zoom < AREAS_FROM_ZOOM) return named
  return [...named, ...PLACES.map(({ area, lat, lng }) => ({ name: area, lat, lng, people: 1 }))]
}
