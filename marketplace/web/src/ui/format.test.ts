import { expect, test } from 'vitest'
import { currencySign, formatDate, formatDistance, formatMoney, formatPrice, formatTimeAgo } from './format.ts'
import { formatAppointment } from './format-dates.ts'

test('money omits cents when there are none', () => {
  expect(formatMoney(5500)).toBe('€55')
  expect(formatMoney(5550)).toBe('€55.50')
  expect(formatMoney(128000)).toBe('€1,280')
})

test('a currency without cents counts whole units', () => {
  expect(formatMoney(5500, 'JPY')).toBe('¥5,500')
  expect(formatMoney(5250, 'KWD')).toMatch(/5\.250$/)
  expect(currencySign('EUR')).toBe('€')
})

test('a price can be free or on request', () => {
  expect(formatPrice(0)).toBe('Free')
  expect(formatPrice(null, 'EUR', 'free')).toBe('Free')
  expect(formatPrice(null, 'EUR', 'on_request')).toBe('Price on request')
})

test('distances are never more precise than 100 m', () => {
  expect([0, 0.83, 2.36, 12.4].map(formatDistance)).toEqual(['0.1 km', '0.8 km', '2.4 km', '12 km'])
})

const now = new Date('2026-11-12T12:00:00')
test.each([
  ['2026-11-12T11:59:31', 'just now'],
  ['2026-11-12T11:42:00', '18 min ago'],
  ['2026-11-12T09:00:00', '3 h ago'],
  ['2026-11-11T08:00:00', 'yesterday'],
  ['2026-11-08T08:00:00', '4 d ago'],
  ['2026-10-22T08:00:00', '22 Oct'],
  ['2025-10-22T08:00:00', '22 Oct 2025'],
])('%s is formatted as %s', (when, told) => {
  expect(formatTimeAgo(when, now)).toBe(told)
})

test('a date of this year has no year', () => {
  expect(formatDate('2026-11-12T09:00:00', now)).toBe('12 Nov')
})

test('an appointment is today, tomorrow or on a named day', () => {
  const now = new Date(2026, 10, 21, 12, 0)
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString()
  expect(formatAppointment(at(21, 18), now)).toBe('Today, 18:30')
  expect(formatAppointment(at(22, 9), now)).toBe('Tomorrow, 09:30')
  expect(formatAppointment(at(28, 11), now)).toBe('Sat 28 Nov, 11:30')
})
