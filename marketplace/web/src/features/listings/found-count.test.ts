import { expect, test } from 'vitest'
import { formatTotal, thingsFound } from './found-count.ts'
import { unseenFound } from './unseen-found.ts'

test('an exact total is shown exactly', () => {
  expect(thingsFound({ total: 1, total_is_more: false })).toBe('1 item')
  expect(thingsFound({ total: 1000, total_is_more: false })).toBe('1,000 items')
})

test('a total beyond what search counts is marked as more', () => {
  expect(thingsFound({ total: 1000, total_is_more: true })).toBe('1,000+ items')
  expect(formatTotal({ total: 1000, total_is_more: true })).toBe('1,000+')
})

test('without seen ads the total is exact once all pages are loaded, and says so before that', () => {
  const found = { total: 30, total_is_more: false }
  expect(unseenFound(found, 0, false)).toBe('30 items')
  expect(unseenFound(found, 3, true)).toBe('27 items, plus 3 you’ve seen')
  expect(unseenFound(found, 3, false)).toBe('30 items, 3 already seen and hidden')
  expect(unseenFound({ total: 1000, total_is_more: true }, 3, true)).toBe('1,000+ items, 3 already seen and hidden')
})
