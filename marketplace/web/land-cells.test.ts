import type { Position } from 'geojson'
import { expect, test } from 'vitest'
import { readLand } from './land-cells.ts'

const { coordinates } = readLand('110m')

/** Whether a ray from the spot crosses rings an odd number of times. */
function isLand(lng: number, lat: number): boolean {
  const crosses = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position) =>
    ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax
  const crossings = coordinates.flat().flatMap((ring) => ring.slice(1).filter((to, at) => crosses(ring[at] ?? to, to)))
  return crossings.length % 2 === 1
}

test.each([
  ['central Spain', -4, 40, true],
  ['Siberia', 100, 65, true],
  ['the far east of Siberia, beyond the 180th meridian', 181, 67, true],
  ['the South Pole', 10, -88, true],
  ['the North Atlantic', -30, 50, false],
  ['the Norwegian Sea, as far north as Siberia crosses the 180th meridian', 0, 68, false],
  ['the Caspian Sea', 51, 41, false],
])('%s is land or sea', (_, lng, lat, expected) => {
  expect(isLand(lng, lat)).toBe(expected)
})
