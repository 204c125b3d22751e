import { expect, test } from 'vitest'
import { priceScale } from './price-scale.ts'

const facts = {
  min: 500,
  max: 4500,
  p25: 1000,
  p75: 3000,
  histogram: [
    { from: 500, to: 1500, count: 3 },
    { from: 1500, to: 2500, count: 5 },
    { from: 2500, to: 4500, count: 1 },
  ],
}

test('the ends of the slider mean no limit', () => {
  const scale = priceScale(facts)
  expect(scale?.rangeOf([0, 3])).toEqual({ min: null, max: null })
  expect(scale?.rangeOf([1, 2])).toEqual({ min: 1500, max: 2500 })
  expect(scale?.positionsOf(null, null)).toEqual([0, 3])
})

test('a typed price moves its thumb to the nearest edge', () => {
  expect(priceScale(facts)?.positionsOf(1400, 9900)).toEqual([1, 3])
})

test('there is no slider without a price distribution', () => {
  expect(priceScale(null)).toBeNull()
  expect(priceScale({ ...facts, histogram: [] })).toBeNull()
})
