import { expect, test } from 'vitest'
import type { AdCluster, ClusterAnswer } from '../../../../../contract/search/clusters.ts'
import { aListing } from '../listing.fixtures.ts'
import { findMarked, isOneSpot, spotOf } from './map-pin.ts'

const PIN = { ...aListing(), lat: 38.718, lng: -9.129 }

const createCluster = (lat: number, lng: number, reach: number): AdCluster => ({
  lat,
  lng,
  count: 3,
  bounds: [lng - reach, lat - reach, lng + reach, lat + reach],
  price_min: 100,
  price_max: 900,
})
const WIDE = createCluster(38.75, -9.1, 0.1)
const NARROW = createCluster(38.7, -9.14, 0.02)
const ANSWER: ClusterAnswer = { clusters: [WIDE, NARROW], pins: [PIN], bounds: null, total: 7 }

test('an ad is marked at its pin, else at the nearest cluster that holds it, and nowhere without a place', () => {
  expect(findMarked(ANSWER, PIN)).toBe(PIN)
  expect(findMarked(ANSWER, { id: 'other', lat: 38.705, lng: -9.138 })).toBe(NARROW)
  expect(findMarked(ANSWER, { id: 'other', lat: 38.84, lng: -9.05 })).toBe(WIDE)
  expect(findMarked(ANSWER, { id: 'other', lat: 41.15, lng: -8.6 })).toBeNull()
  expect(findMarked(ANSWER, { id: 'other', lat: null, lng: null })).toBeNull()
  expect(findMarked(ANSWER, null)).toBeNull()
})

test('a cluster of one grid point cannot be split', () => {
  expect(isOneSpot(spotOf(PIN))).toBe(true)
  expect(isOneSpot(WIDE.bounds)).toBe(false)
})
