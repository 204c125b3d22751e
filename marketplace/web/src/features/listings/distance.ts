const EARTH_KM = 6371

interface Point {
  lat: number
  lng: number
}

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (x: number) => Math.sin(x / 2) ** 2
  const h =
    half(radians(b.lat - a.lat)) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(radians(b.lng - a.lng))
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
