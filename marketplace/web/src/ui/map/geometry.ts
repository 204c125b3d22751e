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

/** The smallest box around some spots; null when there are none. */
export function boundsOf(spots: readonly Spot[]): Bounds | null {
  const [first] = spots
  if (!first) return null
  return spots.reduce<Bounds>(
    ([west, south, east, north], { lat, lng }) => [
      Math.min(west, lng),
      Math.min(south, lat),
      Math.max(east, lng),
      Math.max(north, lat),
    ],
    [first.lng, first.lat, first.lng, first.lat],
  )
}

/** The box around a circle. */
export function boundsAround({ lat, lng }: Spot, metres: number): Bounds {
  const across = metres / (METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
  const up = metres / METRES_PER_DEGREE
  return [lng - across, lat - up, lng + across, lat + up]
}

export interface Cluster<Item> {
  /** Where it is drawn, in pixels. */
  x: number
  y: number
  items: Item[]
}

/** Puts together what would overlap on the screen: every item within `reach` pixels of the first of its cluster. */
export function clusterByPixels<Item>(
  items: readonly Item[],
  place: (item: Item) => { x: number; y: number },
  reach: number,
): Cluster<Item>[] {
  const clusters: Cluster<Item>[] = []
  for (const item of items) {
    const { x, y } = place(item)
    const near = clusters.find((one) => Math.abs(one.x - x) < reach && Math.abs(one.y - y) < reach / 2)
    if (near) near.items.push(item)
    else clusters.push({ x, y, items: [item] })
  }
  return clusters
}
