import { expect, test } from 'vitest'
import { unitIn } from './label-in.ts'

test('litres are written with a capital, which no number before it turns into an I', () => {
  expect(unitIn({ unit: 'l' })).toBe('L')
  expect(unitIn({ unit: 'l', unit_labels: { en: 'l' } })).toBe('L')
  expect(unitIn({ unit: 'cm' })).toBe('cm')
  expect(unitIn({ unit: null })).toBeNull()
})
