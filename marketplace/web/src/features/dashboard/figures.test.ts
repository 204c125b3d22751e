import { expect, test } from 'vitest'
import { bestDay, dayName, trendOf } from './figures.ts'

test('a trend is a percentage, of money the difference, and from nothing the number itself', () => {
  expect(trendOf(1480, 1194)).toEqual({ text: '+24%', direction: 'up' })
  expect(trendOf(46, 50)).toEqual({ text: '−8%', direction: 'down' })
  expect(trendOf(7, 7)).toEqual({ text: 'same', direction: 'same' })
  expect(trendOf(1001, 1000)).toEqual({ text: 'same', direction: 'same' })
  expect(trendOf(3, 0)).toEqual({ text: '+3', direction: 'up' })
  expect(trendOf(41_200, 32_400, 'money')).toEqual({ text: '+€88', direction: 'up' })
})

test('the best day is the latest of the highest, and there is none without a view', () => {
  const days = [
    { day: '2026-03-01', views: 4 },
    { day: '2026-03-02', views: 9 },
    { day: '2026-03-03', views: 9 },
    { day: '2026-03-04', views: 0 },
  ]
  expect(bestDay(days)?.day).toBe('2026-03-03')
  expect(bestDay([{ day: '2026-03-01', views: 0 }])).toBeNull()
})

test('a day is named short, and the last one today', () => {
  expect(dayName('2026-03-01')).toBe('1 Mar')
  expect(dayName('2026-03-01', '2026-03-01')).toBe('today')
})
