import { expect, test } from 'vitest'
import { boundsAround, circle } from './geometry.ts'

const GRACA = { lat: 38.718, lng: -9.129 }

test('a circle extends equally far east and north on the ground', () => {
  const [ring = []] = circle(GRACA, 500).geometry.coordinates
  const degrees = (metres: number) => metres / 111_195
  const east = Math.max(...ring.map(([lng = 0]) => lng)) - GRACA.lng
  const north = Math.max(...ring.map(([, lat = 0]) => lat)) - GRACA.lat
  expect(north).toBeCloseTo(degrees(500), 5)
  expect(east * Math.cos((GRACA.lat * Math.PI) / 180)).toBeCloseTo(degrees(500), 5)
  const [first, last] = [ring[0] ?? [], ring.at(-1) ?? []]
  expect(first).toEqual(last.map((value) => expect.closeTo(value, 9)))
})

test('the bounding box of a circle contains its centre', () => {
  const [west, south, east, north] = boundsAround(GRACA, 10_000)
  expect([west < GRACA.lng, south < GRACA.lat, east > GRACA.lng, north > GRACA.lat]).toEqual([true, true, true, true])
})
