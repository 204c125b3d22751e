import { cells, folder, world } from 'virtual:land-cells'
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import type { Bounds } from './geometry.ts'
import { cellsWithin } from './land-grid.ts'

const known = new Set<string>(cells)
const loaded = new Map<string, Promise<MultiPolygon | null>>()

/** Coarse coastlines of the world, one feature per land mass: in tiles, a ring that turned inside out would affect all rings of its feature. */
export function roughWorld(): FeatureCollection<Polygon> {
  return {
    type: 'FeatureCollection',
    features: decode(world).coordinates.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates },
    })),
  }
}

/** Coastlines of all cells loaded so far. Cells that fail to load are skipped and retried later. */
export async function landWithin(bounds: Bounds): Promise<FeatureCollection<MultiPolygon>> {
  for (const name of cellsWithin(bounds)) {
    if (known.has(name) && !loaded.has(name)) loaded.set(name, loadCell(name))
  }
  const shapes = await Promise.all(loaded.values())
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap((geometry) => (geometry ? [{ type: 'Feature', properties: {}, geometry }] : [])),
  }
}

async function loadCell(name: string): Promise<MultiPolygon | null> {
  try {
    const response = await fetch(`${folder}/${name}.json`)
    if (!response.ok) throw new Error(`The coast ${name} answers ${response.status}.`)
    return decode((await response.json()) as number[][][]) // written by our own build
  } catch {
    // Offline or interrupted: keep the coarse coastline; the next move retries.
    loaded.delete(name)
    return null
  }
}

/** Rings are delta-encoded in thousandths of a degree. */
function decode(polygons: number[][][]): MultiPolygon {
  const coordinates = polygons.map((rings) =>
    rings.map((steps) => {
      const ring: [number, number][] = []
      let [x, y] = [0, 0]
      for (let at = 0; at < steps.length; at += 2) {
        x += steps[at] ?? 0
        y += steps[at + 1] ?? 0
        ring.push([x / 1000, y / 1000])
      }
      return ring
    }),
  )
  return { type: 'MultiPolygon', coordinates }
}
