import { cells, folder, world } from 'virtual:land-cells'
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import type { Bounds } from './geometry.ts'
import { cellsWithin } from './land-grid.ts'

const known = new Set<string>(cells)
const loaded = new Map<string, Promise<MultiPolygon | null>>()

/**
 * The whole world, roughly. One feature for each piece of land: cut into tiles, a ring that turned inside out would turn all rings of its
 * feature.
 */
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

/** The coasts in view, all cells so far together. Cells that cannot be loaded now are left out and tried again later. */
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
    // Offline or interrupted: the rough coast stays, and the next move asks again.
    loaded.delete(name)
    return null
  }
}

/** Rings come as differences in thousandths of a degree. */
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
