import { expect, test } from 'vitest'
import { formatTotal, thingsFound } from './found-count.ts'

test('an exact total is said to the last thing', () => {
  expect(thingsFound({ total: 1, total_is_more: false })).toBe('1 thing')
  expect(thingsFound({ total: 1000, total_is_more: false })).toBe('1,000 things')
})

test('of more than search counts it is said that there are more', () => {
  expect(thingsFound({ total: 1000, total_is_more: true })).toBe('1,000+ things')
  expect(formatTotal({ total: 1000, total_is_more: true })).toBe('1,000+')
})
