import { expect, test } from 'vitest'
import { aListing } from './listing.fixtures.ts'
import { whereAndWhen } from './where-and-when.ts'

const NOW = new Date('2026-01-01T10:30:00Z')

test('a card says where, how far and how long ago', () => {
  expect(whereAndWhen(aListing({ distance_km: 0.83 }), NOW)).toBe('Graça · 0.8 km · 1 h ago')
})

test('without a distance it says whether the item ships, and nothing when it does not', () => {
  expect(whereAndWhen(aListing({ delivery: 'both' }), NOW)).toBe('Graça · ships · 1 h ago')
  expect(whereAndWhen(aListing({ delivery: 'pickup', area: null }), NOW)).toBe('Lisbon · 1 h ago')
})
