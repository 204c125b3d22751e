import { expect, test, vi } from 'vitest'
import { activeFilters, EMPTY_SEARCH } from '../search-state.ts'

vi.mock('../../../app/supabase.ts', () => ({ supabase: {} }))
const { waysOut } = await import('./NoResults.tsx')

test('the ways out are a wider circle, each filter off, and single words', () => {
  const state = {
    ...EMPTY_SEARCH,
    q: 'teal lamp',
    category: 'lamps',
    near: { label: 'Graça, Lisbon', lat: 38.7, lng: -9.1 },
    radiusKm: 10,
  }
  const filters = activeFilters(state, { categoryName: 'Lamps', money: String })
  const ways = waysOut(state, filters)
  expect(ways.map((way) => way.label)).toEqual([
    'Try 20 km',
    'Without Lamps',
    'Any distance',
    'Without filters',
    'Only “teal”',
    'Only “lamp”',
  ])
  expect(ways[0]?.search).toEqual({ ...state, radiusKm: 20 })
})

test('a search without filters and of one word has no way out but everything', () => {
  expect(waysOut({ ...EMPTY_SEARCH, q: 'submarine' }, [])).toEqual([])
})
