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

export function writeBox(box: Box | null): string {
  return box === null ? '' : box.join(',')
}
