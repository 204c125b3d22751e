import { expect, test } from 'vitest'
import { chooseBadges, repeatsPrice } from './card-badges.ts'
import { aListing } from './listing.fixtures.ts'

const NOW = Date.parse('2026-01-10T12:00:00Z')
const labels = (...items: Parameters<typeof chooseBadges>[0]) =>
  chooseBadges(items, NOW).map((badge) => badge?.label ?? null)

test('reserved and wanted always show, before any other badge', () => {
  expect(
    labels(aListing({ state: 'reserved', price_minor: 1, previous_price_minor: 2 }), aListing({ type: 'wanted' })),
  ).toEqual(['Reserved', 'Wanted'])
})

test('at most a third of the cards carry a promotional badge, price drops first', () => {
  const plain = aListing({ delivery: 'both' })
  const dropped = aListing({ price_minor: 900, previous_price_minor: 1200 })
  expect(labels(plain, plain, plain, plain, plain, dropped)).toEqual(['Ships', null, null, null, null, 'Price drop'])
})

test('a price increase is not a drop, and an ad from yesterday is not new', () => {
  const dearer = aListing({ price_minor: 1200, previous_price_minor: 900 })
  const old = aListing({ published_at: '2026-01-09T11:00:00Z' })
  expect(labels(dearer, old)).toEqual([null, null])
  expect(labels(aListing({ published_at: '2026-01-10T11:00:00Z' }))).toEqual(['New today'])
})

test('a badge that repeats a textual price is recognised', () => {
  const repeated = (...items: Parameters<typeof chooseBadges>[0]) =>
    chooseBadges(items, NOW).map(
      (badge, at) => badge !== null && items[at] !== undefined && repeatsPrice(items[at], badge),
    )
  expect(repeated(aListing({ type: 'free', price_minor: null }))).toEqual([true])
  expect(repeated(aListing({ type: 'swap', price_minor: null }))).toEqual([true])
  expect(repeated(aListing({ type: 'swap', price_minor: 900 }))).toEqual([false])
  expect(repeated(aListing({ type: 'free', price_minor: null, state: 'reserved' }))).toEqual([false])
})
