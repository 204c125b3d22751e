import { expect, test } from 'vitest'
import type { AdCluster, ClusterAnswer } from '../../../../../contract/search/clusters.ts'
import { areaOf } from './use-opening-area.ts'

const createCluster = (lat: number, lng: number, count: number): AdCluster => ({
  lat,
  lng,
  count,
  bounds: [lng - 0.1, lat - 0.1, lng + 0.1, lat + 0.1],
  price_min: 100,
  price_max: 900,
})
const answerOf = (...clusters: AdCluster[]): ClusterAnswer => ({
  clusters,
  pins: [],
  bounds: [-10, 36, 14, 53],
  total: clusters.reduce((sum, { count }) => sum + count, 0),
})
const LISBON = createCluster(38.72, -9.14, 60)
const BERLIN = createCluster(52.52, 13.4, 40)

test('the map opens where more than half of the ads are', () => {
  expect(areaOf(answerOf(LISBON, BERLIN), null)).toEqual([-9.264, 38.596, -9.016, 38.844])
})

test('the map opens around the user if there are ads', () => {
  expect(areaOf(answerOf(LISBON, BERLIN), { lat: 52.5, lng: 13.45 })).toEqual([13.276, 52.396, 13.524, 52.644])
  expect(areaOf(answerOf(LISBON, BERLIN), { lat: 48.86, lng: 2.35 })).toBeNull()
})

test('the map shows everything if the ads are spread out, or all in one place', () => {
  expect(areaOf(answerOf(LISBON, createCluster(48.86, 2.35, 60)), null)).toBeNull()
  expect(areaOf(answerOf(LISBON), null)).toBeNull()
})
