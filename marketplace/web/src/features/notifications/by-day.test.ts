import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

test('notifications are grouped by day in the reader’s time zone', () => {
  const now = new Date(2026, 10, 21, 12)
  const at = (day: number, hour: number) => ({ created_at: new Date(2026, 10, day, hour).toISOString() })
  const days = byDay([at(21, 11), at(21, 0), at(20, 23), at(12, 8)], now)
  expect(days.map(({ label, items }) => [label, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['12 Nov', 1],
  ])
})
