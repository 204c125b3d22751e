import { expect, test } from 'vitest'
import { endsText, greeting, rowText } from './row-text.ts'
import type { MyListing } from './types.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ad: MyListing = {
  id: 'one',
  title: 'Boots',
  price_minor: 5500,
  previous_price_minor: null,
  currency: 'EUR',
  price_type: 'fixed',
  quantity: 1,
  state: 'active',
  state_reason: null,
  views_count: 0,
  saves_count: 0,
  chats_count: 0,
  cover_path: null,
  first_published_at: '2026-02-20T12:00:00Z',
  expires_at: '2026-03-22T13:00:00Z',
  sold_at: null,
  sold_price_minor: null,
  updated_at: '2026-02-27T12:00:00Z',
}

test('each state has its status line', () => {
  expect(rowText(ad, now)).toBe('Ends in 21 days')
  expect(rowText({ ...ad, state: 'draft' }, now)).toBe('Unfinished, 2 d ago')
  expect(rowText({ ...ad, state: 'changes_requested', state_reason: 'Show the label.' }, now)).toBe('Show the label.')
  expect(rowText({ ...ad, state: 'sold', sold_at: '2026-03-01T09:00:00Z', sold_price_minor: 5200 }, now)).toBe(
    'Sold for €52, 3 h ago',
  )
  expect(rowText({ ...ad, state: 'sold', sold_at: '2026-03-01T09:00:00Z' }, now)).toBe('Sold 3 h ago')
})

test('the last day and the day after have their own words', () => {
  expect(endsText('2026-03-01T20:00:00Z', now)).toBe('Ends today')
  expect(endsText('2026-03-02T13:00:00Z', now)).toBe('Ends in 1 day')
  expect(endsText('2026-02-28T12:00:00Z', now)).toBe('Ended')
})

test('the greeting depends on the time of day', () => {
  expect([4, 5, 11, 12, 17, 18].map((hour) => greeting(hour, 'Inês'))).toEqual([
    'Good evening, Inês',
    'Good morning, Inês',
    'Good morning, Inês',
    'Good afternoon, Inês',
    'Good afternoon, Inês',
    'Good evening, Inês',
  ])
})
