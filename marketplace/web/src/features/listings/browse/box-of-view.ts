import type { Box } from '../../../../../contract/search/search-place.ts'

/** About 100 m: a URL needs no more precision. */
const DIGITS = 3

/** The visible map area for a URL. Maps continue beyond 180 degrees; a full turn is the whole world. */
export function boxOfView([west, south, east, north]: Box): Box {
  const round = (degrees: number) => Number(degrees.toFixed(DIGITS))
  const around = (lng: number) => round(((((lng + 180) % 360) + 360) % 360) - 180)
  const [low, high] = [round(Math.max(-90, south)), round(Math.min(90, north))]
  return east - west >= 360 ? [-180, low, 180, high] : [around(west), low, around(east), high]
}
