import { expect, test } from 'vitest'
import { unitIn } from './label-in.ts'

test('litres use a capital L, so that a number before it is not followed by what looks like an I', () => {
  expect(unitIn({ unit: 'l' })).toBe('L')
  expect(unitIn({ unit: 'l', unit_labels: { en: 'l' } })).toBe('L')
  expect(unitIn({ unit: 'cm' })).toBe('cm')
  expect(unitIn({ unit: null })).toBeNull()
})
