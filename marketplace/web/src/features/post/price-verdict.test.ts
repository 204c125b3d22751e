import { expect, test } from 'vitest'
import { priceVerdict } from './price-verdict.ts'

const boots = { p25: 5000, p75: 5800 }

test('the verdict compares the price with the middle half of the sales', () => {
  expect(priceVerdict(boots, 5500, 'EUR')).toBe('A usual price. Half of them sold for €50 to €58.')
  expect(priceVerdict(boots, 4999, 'EUR')).toContain('Below what most paid')
  expect(priceVerdict(boots, 5801, 'EUR')).toContain('Above what most paid')
})

test('the range is told in whole units', () => {
  expect(priceVerdict({ p25: 25_500, p75: 38_875 }, null, 'EUR')).toBe('Half of them sold for €255 to €389.')
})

test('without a price it only tells the range', () => {
  expect(priceVerdict(boots, null, 'EUR')).toBe('Half of them sold for €50 to €58.')
})
