import type { Bounds } from './geometry.ts'

/** The world is cut into 16 x 16 cells of web Mercator, see land-cells.ts beside vite.config.ts. */
const ACROSS = 16

/** Names of the cells that a box intersects. */
export function cellsWithin([west, south, east, north]: Bounds): string[] {
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * ACROSS)
  const row = (lat: number) => {
    const radians = (Math.min(85, Math.max(-85, lat)) * Math.PI) / 180
    return Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * ACROSS)
  }
  const names = new Set<string>()
  for (let x = column(west); x <= column(east); x++) {
    for (let y = row(north); y <= row(south); y++) names.add(`${((x % ACROSS) + ACROSS) % ACROSS}-${y}`)
  }
  return [...names]
}
