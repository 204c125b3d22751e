/** Origin of distances. `label` is null for a place from the device or the map. */
export interface Near {
  label: string | null
  lat: number
  lng: number
}

/** West, south, east, north in degrees; across the date line west is greater than east. */
export type Box = readonly [west: number, south: number, east: number, north: number]

export function writeNear(params: URLSearchParams, near: Near | null): void {
  if (!near) return
  if (near.label) params.set('place', near.label)
  params.set('lat', String(near.lat))
  params.set('lng', String(near.lng))
}

/** About 100 m: a URL needs no more precision. */
const DIGITS = 3

export function writeBox(box: Box | null): string {
  return box === null ? '' : box.join(',')
}

/** The visible map area for a URL. Maps continue beyond 180 degrees; a full turn is the whole world. */
export function boxOfView([west, south, east, north]: Box): Box {
  const round = (degrees: number) => Number(degrees.toFixed(DIGITS))
  const around = (lng: number) => round(((((lng + 180) % 360) + 360) % 360) - 180)
  const [low, high] = [round(Math.max(-90, south)), round(Math.min(90, north))]
  return east - west >= 360 ? [-180, low, 180, high] : [around(west), low, around(east), high]
}
