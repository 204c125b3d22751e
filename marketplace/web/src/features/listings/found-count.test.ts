import { expect, test } from 'vitest'
import { formatTotal, thingsFound } from './found-count.ts'

test('an exact total is said to the last thing', () => {
  expect(thingsFound({ total: 1, total_is_estimate: false })).toBe('1 thing')
  expect(thingsFound({ total: 12_345, total_is_estimate: false })).toBe('12,345 things')
})

test('an estimated total is said as about so many, in round numbers', () => {
  expect(thingsFound({ total: 12_345, total_is_estimate: true })).toBe('about 12,000 things')
  expect(formatTotal({ total: 8_964, total_is_estimate: true })).toBe('about 9,000')
})
