import { expect, test } from 'vitest'
import { localParts } from './meetup-time.ts'

test('a meet-up is first suggested for noon, in daylight all year, with time to answer', () => {
  expect(localParts(null, new Date(2026, 10, 21, 8, 59))).toEqual({ day: '2026-11-21', time: '12:00' })
  expect(localParts(null, new Date(2026, 10, 21, 9, 0))).toEqual({ day: '2026-11-22', time: '12:00' })
  expect(localParts(null, new Date(2026, 11, 31, 18, 30))).toEqual({ day: '2027-01-01', time: '12:00' })
})

test('a suggested time is kept', () => {
  expect(localParts(new Date(2026, 10, 28, 18, 5).toISOString())).toEqual({ day: '2026-11-28', time: '18:05' })
})
