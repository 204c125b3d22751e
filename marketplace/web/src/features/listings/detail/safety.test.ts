import { expect, test } from 'vitest'
import { buildCategoryTree } from '../categories.ts'
import type { Category } from '../listing.ts'
import { safetyAdvice } from './safety.ts'

const category = (slug: string, parent: string | null): Category => ({
  slug,
  parent,
  sort: 1,
  name: slug,
  icon: null,
})
const tree = buildCategoryTree([
  category('kids', null),
  category('car-seats', 'kids'),
  category('toys', 'kids'),
  category('bikes', null),
  category('e-bikes', 'bikes'),
])

test('advice comes from the nearest category that has its own', () => {
  expect(safetyAdvice('e-bikes', tree)).toBe('Ask where it was bought.')
  expect(safetyAdvice('car-seats', tree)).toContain('accident')
  expect(safetyAdvice('toys', tree)).toBe('Pay once you’ve seen it.')
})

test('general advice is shown before the category tree is loaded', () => {
  expect(safetyAdvice('e-bikes', undefined)).toBe('Pay once you’ve seen it.')
})
