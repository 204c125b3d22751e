import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PLACES, placeLabel, placesLike, type TypedPlace } from '../../../contract/places.ts'
import { currentLanguage } from '../i18n/language.ts'
import { dataClient } from './client.ts'
import { dataOf } from './failure.ts'
import { queryClient } from './query-client.ts'

/** A place that somebody may mean: an area of a city that we know, or a town. The point is its middle. */
export interface Town extends TypedPlace {
  region: string
}

/** How long the typing must rest before the server is asked. */
const QUIET_MS = 200
const MAX_AREAS = 4
const MAX_SUGGESTIONS = 7

/** What fits a few letters: areas of the cities that we know first, they are more exact; then towns. From two letters on. */
export function useTownSuggestions(text: string): Town[] {
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
  if (text.length < 2) return []
  const areas = placesLike(text).map((place) => ({ ...place, region: '' }))
  return [...areas.slice(0, MAX_AREAS), ...(towns.data ?? [])].slice(0, MAX_SUGGESTIONS)
}

/** What tells places of one name apart: "Lisbon District, Portugal". */
export function describeTown({ area, city, region, country }: Town): string {
  const land = country ? new Intl.DisplayNames(currentLanguage(), { type: 'region' }).of(country) : undefined
  return [area || region === city ? undefined : region, land].filter(Boolean).join(', ')
}

export function townKey(town: Town): string {
  return `${placeLabel(town)} ${town.lat} ${town.lng}`
}

/** Towns that begin with what was typed, those of the market's country first, then the largest. */
async function readTowns(q: string): Promise<Town[]> {
  const client = await dataClient()
  const towns = dataOf(await client.rpc('suggest_places', { q })) as unknown as Omit<Town, 'area'>[] // by public.suggest_places()
  return towns.map((town) => ({ ...town, area: '' }))
}

/** Steps of the boxes that towns are asked for, in degrees: neighbours ask the same and share the answer. */
const BOX_STEPS = [0.1, 0.5, 2, 10, 45]
const AREAS_FROM_ZOOM = 10.5

/** Names to write on a map: the largest towns in view and, close by, the areas of the cities that we know. */
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
  const named = towns as unknown as { name: string; lat: number; lng: number; people: number }[] // by public.places_within()
  if (zoom < AREAS_FROM_ZOOM) return named
  return [...named, ...PLACES.map(({ area, lat, lng }) => ({ name: area, lat, lng, people: 1 }))]
}
