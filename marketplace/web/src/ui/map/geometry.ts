import type { Feature, Polygon } from 'geojson'

export interface Spot {
  lat: number
  lng: number
}

const METRES_PER_DEGREE = 111_195
const CORNERS = 72

/** A circle on the ground as a polygon. The radius in metres. */
export function circle({ lat, lng }: Spot, metres: number): Feature<Polygon> {
  const across = metres / (METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
  const up = metres / METRES_PER_DEGREE
  const ring = Array.from({ length: CORNERS + 1 }, (_, at) => {
    const angle = (at / CORNERS) * 2 * Math.PI
    return [lng + across * Math.cos(angle), lat + up * Math.sin(angle)]
  })
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** West, south, east, north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number]

/** A box as a polygon. */
export function rectangle([west, south, east, north]: Bounds): Feature<Polygon> {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** The bounding box of a circle. */
export function boundsAround({ lat, lng }: Spot, metres: number): Bounds {
  const across = metres / (METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
  const up = metres / METRES_PER_DEGREE
  return [lng - across, lat - up, lng + across, lat + up]
}
