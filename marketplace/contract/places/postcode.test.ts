import { expect, test } from 'vitest'
import { isPostcode } from './places.ts'

test('a postcode is distinguished from the name of a town', () => {
  expect(['1000-001', '10115', 'SW1A 1AA', '4050'].map(isPostcode)).toEqual([true, true, true, true])
  expect(['Lisbon', '10115 Berlin', 'Y', ''].map(isPostcode)).toEqual([false, false, false, false])
})
