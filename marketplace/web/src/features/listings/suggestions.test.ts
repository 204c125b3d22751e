import { expect, test } from 'vitest'
import { nextActive, suggestionsOf, withRecent } from './suggestions.ts'

const CATEGORY = { slug: 'sofas', name: { en: 'Sofas', pt: 'Sofás' }, parent: 'furniture', icon: 'sofa', count: 3 }

test('queries come first, then categories that have ads', () => {
  const empty = { ...CATEGORY, slug: 'sofa-covers', count: 0 }
  expect(suggestionsOf({ queries: ['sofa', 'soft toy'], categories: [CATEGORY, empty], listings: [] })).toEqual([
    { kind: 'query', id: 'query-sofa', q: 'sofa' },
    { kind: 'query', id: 'query-soft toy', q: 'soft toy' },
    { kind: 'category', id: 'category-sofas', name: 'Sofas', count: 3, path: '/browse?category=sofas' },
  ])
})

test('the arrows cycle through all lines and the text itself', () => {
  const down = [-1, 0, 1].map((active) => nextActive(active, 1, 2))
  const up = [-1, 1, 0].map((active) => nextActive(active, -1, 2))
  expect(down).toEqual([0, 1, -1])
  expect(up).toEqual([1, 0, -1])
  expect(nextActive(-1, 1, 0)).toBe(-1)
})

test('recent searches come first, without duplicates, and can be cleared while nothing is typed', () => {
  const recent = [{ id: 'Sofa bed' }, { id: 'bike' }, { id: 'sofa' }, { id: 'soft toy' }]
  const said = (text: string) =>
    withRecent([{ kind: 'query', id: 'query-sofa bed', q: 'sofa bed' }], recent, text).map((item) => item.id)
  expect(withRecent([], recent, '').map((item) => item.id)).toEqual([
    'recent-Sofa bed',
    'recent-bike',
    'recent-sofa',
    'recent-soft toy',
    'forget',
  ])
  expect(said('so')).toEqual(['recent-Sofa bed', 'recent-sofa'])
  expect(said('bikes')).toEqual(['query-sofa bed'])
  expect(withRecent([], [], '')).toEqual([])
})
