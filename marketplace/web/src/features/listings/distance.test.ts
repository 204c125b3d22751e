import { expect, test } from 'vitest'
import { distanceKm } from './distance.ts'

test('Lisbon to Porto is about 274 km, and a place to itself is 0', () => {
  const lisbon = { lat: 38.7223, lng: -9.1393 }
  expect(distanceKm(lisbon, { lat: 41.1579, lng: -8.6291 })).toBeCloseTo(274, 0)
  expect(distanceKm(lisbon, lisbon)).toBe(0)
})
