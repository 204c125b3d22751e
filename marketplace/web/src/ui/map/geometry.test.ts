import { expect, test } from 'vitest'
import { boundsAround, boundsOf, circle, clusterByPixels } from './geometry.ts'

const GRACA = { lat: 38.718, lng: -9.129 }

test('a circle is round on the ground: its east is as far as its north', () => {
  const [ring = []] = circle(GRACA, 500).geometry.coordinates
  const degrees = (metres: number) => metres / 111_195
  const east = Math.max(...ring.map(([lng = 0]) => lng)) - GRACA.lng
  const north = Math.max(...ring.map(([, lat = 0]) => lat)) - GRACA.lat
  expect(north).toBeCloseTo(degrees(500), 5)
  expect(east * Math.cos((GRACA.lat * Math.PI) / 180)).toBeCloseTo(degrees(500), 5)
  const [first, last] = [ring[0] ?? [], ring.at(-1) ?? []]
  expect(first).toEqual(last.map((value) => expect.closeTo(value, 9)))
})

test('the box around spots holds them all, and there is none around nothing', () => {
  expect(boundsOf([GRACA, { lat: 41.15, lng: -8.6 }])).toEqual([-9.129, 38.718, -8.6, 41.15])
  expect(boundsOf([])).toBeNull()
  const [west, south, east, north] = boundsAround(GRACA, 10_000)
  expect([west < GRACA.lng, south < GRACA.lat, east > GRACA.lng, north > GRACA.lat]).toEqual([true, true, true, true])
})

test('what would overlap becomes one cluster, what is apart stays apart', () => {
  const spots = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 30, y: 5 },
    { id: 'c', x: 30, y: 40 },
    { id: 'd', x: 200, y: 0 },
  ]
  const clusters = clusterByPixels(spots, (spot) => spot, 60)
  expect(clusters.map(({ items }) => items.map(({ id }) => id))).toEqual([['a', 'b'], ['c'], ['d']])
})
