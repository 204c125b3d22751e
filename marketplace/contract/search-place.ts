import { readPlace } from './places.ts'

/** Where distance is measured from. `label` is null for a place taken from the device or the map. */
export interface Near {
  label: string | null
  lat: number
  lng: number
}

/** West, south, east, north in degrees; over the date line west is greater than east. */
export type Box = readonly [west: number, south: number, east: number, north: number]

const MAX_LABEL = 80

/** An area that we know needs its name alone; a town stands with its point, a point may stand alone. */
export function readNear(params: URLSearchParams, ignored: string[]): Near | null {
  const label = params.get('place')?.trim().slice(0, MAX_LABEL) || null
  const [latText, lngText] = [params.get('lat'), params.get('lng')]
  if (latText || lngText) {
    const [lat, lng] = [Number(latText || Number.NaN), Number(lngText || Number.NaN)]
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { label, lat, lng }
    ignored.push('lat', 'lng')
  }
  if (!label) return null
  const place = readPlace(label)
  if (place && place.lat !== null && place.lng !== null) return { label, lat: place.lat, lng: place.lng }
  ignored.push('place')
  return null
}

export function writeNear(params: URLSearchParams, near: Near | null): void {
  if (!near) return
  if (near.label) params.set('place', near.label)
  const known = near.label ? readPlace(near.label) : null
  if (known?.lat === near.lat && known.lng === near.lng) return
  params.set('lat', String(near.lat))
  params.set('lng', String(near.lng))
}

/** About 100 m: the address need not say more. */
const DIGITS = 3

/** "-9.2,38.7,-9.1,38.8"; null when it is no part of the world. */
export function readBox(text: string): Box | null {
  const sides = text.split(',').map((side) => (/^-?\d{1,3}(\.\d{1,6})?$/.test(side) ? Number(side) : Number.NaN))
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides
  const isWorldly = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
  return sides.length === 4 && isWorldly ? [west, south, east, north] : null
}

export function writeBox(box: Box | null): string {
  return box === null ? '' : box.join(',')
}

/** What a map shows, as the address says it. Maps count on beyond 180 degrees; who sees all of the world's width sees all. */
export function boxOfView([west, south, east, north]: Box): Box {
  const round = (degrees: number) => Number(degrees.toFixed(DIGITS))
  const around = (lng: number) => round(((((lng + 180) % 360) + 360) % 360) - 180)
  const [low, high] = [round(Math.max(-90, south)), round(Math.min(90, north))]
  return east - west >= 360 ? [-180, low, 180, high] : [around(west), low, around(east), high]
}
