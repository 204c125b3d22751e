import { expect, test, vi } from 'vitest'
import type { Relaxation } from '../../../../../contract/search/search.ts'
import { EMPTY_SEARCH } from '../../../../../contract/search/search-state.ts'
import { activeFilters } from '../active-filters.ts'
import { relaxSearch } from './relax-search.ts'

vi.mock('../../../lib/data/supabase.ts', () => ({ supabase: {} }))
const { wayLabel } = await import('./NoResults.tsx')

const state = {
  ...EMPTY_SEARCH,
  q: 'teal lamp',
  category: 'lamps',
  attributes: { colour: ['teal'], watt: { min: 40, max: null } },
  near: { label: 'Graça, Lisbon', lat: 38.718, lng: -9.129 },
  radiusKm: 10,
  page: 3,
}
const words = {
  categoryName: 'Lamps',
  money: String,
  attribute: (key: string) => ({ name: key, unit: null, say: String }),
}
const filters = activeFilters(state, words)
const way = (filter: string, change: Relaxation['change']): Relaxation => ({
  filter,
  change,
  total: 6,
  total_is_more: false,
})

test('each suggestion says which filter it relaxes', () => {
  expect(wayLabel(way('q', { q: 'lamp' }), filters)).toBe('Only “lamp”')
  expect(wayLabel(way('radius_km', { radius_km: 25 }), filters)).toBe('Try 25 km')
  expect(wayLabel(way('radius_km', { radius_km: null }), filters)).toBe('Any distance')
  expect(wayLabel(way('category', { category: null }), filters)).toBe('Without Lamps')
  expect(wayLabel(way('attributes.colour', { attributes: {} }), filters)).toBe('Without teal')
  expect(wayLabel(way('all', { category: null }), filters)).toBe('Clear filters')
})

test('following a suggestion changes only that filter and goes back to the first page', () => {
  expect(relaxSearch(state, way('radius_km', { radius_km: 25 }))).toEqual({ ...state, radiusKm: 25, page: 1 })
  expect(relaxSearch(state, way('attributes.colour', { attributes: { watt: { min: 40 } } }))).toEqual({
    ...state,
    attributes: { watt: { min: 40, max: null } },
    page: 1,
  })
  expect(relaxSearch(state, way('price', { price_min: null, price_max: null }))).toEqual({ ...state, page: 1 })
})
