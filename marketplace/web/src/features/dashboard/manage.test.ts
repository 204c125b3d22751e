import { expect, test } from 'vitest'
import { bulkSummary, countsOf, weekText } from './manage.ts'
import type { MyListing } from './types.ts'

const boots: MyListing = {
  id: 'boots',
  title: 'Botas de montaña',
  price_minor: 5500,
  previous_price_minor: null,
  currency: 'EUR',
  price_type: 'fixed',
  quantity: 1,
  state: 'active',
  state_reason: null,
  views_count: 20,
  saves_count: 2,
  chats_count: 1,
  cover_path: null,
  first_published_at: '2026-02-20T12:00:00Z',
  expires_at: '2026-03-22T13:00:00Z',
  sold_at: null,
  sold_price_minor: null,
  updated_at: '2026-02-27T12:00:00Z',
}
test('a bulk action reports its success count', () => {
  const done = { id: 'a', done: true }
  expect(bulkSummary([done, { ...done, id: 'b' }], 'pause')).toBe('2 ads paused')
  expect(bulkSummary([done, { id: 'b', done: false, refusal: { code: 'SK173' } }], 'price')).toBe(
    'Prices changed: 1 of 2 ads',
  )
})

test('counts are of the chosen period; an ad without recent views has none', () => {
  const figures = {
    listing_id: 'boots',
    week: [0, 1, 2, 0, 0, 1, 1],
    views_7: 5,
    views_30: 12,
    saves_7: 1,
    saves_30: 1,
    chats_7: 0,
    chats_30: 1,
  }
  expect(countsOf(boots, figures, 'ever')).toEqual({ views: 20, saves: 2, chats: 1 })
  expect(countsOf(boots, figures, '30')).toEqual({ views: 12, saves: 1, chats: 1 })
  expect(countsOf(boots, undefined, '7')).toEqual({ views: 0, saves: 0, chats: 0 })
  expect(weekText(figures)).toBe('Last 7 days: 5 views, 1 save, 0 chats')
})
