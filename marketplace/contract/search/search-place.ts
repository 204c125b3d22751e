/** Where distance is measured from. `label` is null for a place taken from the device or the map. */
export interface Near {
  label: string | null
  lat: number
  lng: number
}

/** West, south, east, north in degrees; over the date line west is greater than east. */
export type Box = readonly [west: number, south: number, east: number, north: number]

export function writeNear(params: URLSearchParams, near: Near | null): void {
  if (!near) return
  if (near.label) params.set('place', near.label)
  params.set('lat', String(near.lat))
  params.set('lng', String(near.lng))
}

/** About 100 m: the address need not say more. */
const DIGITS = 3

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
