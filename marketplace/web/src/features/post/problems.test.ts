import { expect, test } from 'vitest'
import { EMPTY_FORM } from './listing-form.ts'
import { allProblems, problemCount } from './problems.ts'

test('an empty form lists its problems in page order, collapsed fields last', () => {
  const problems = allProblems({ ...EMPTY_FORM, meet: false }, [], { attributes: [] }, 1)
  expect(problems.map(({ path }) => path[0])).toEqual(['photos', 'title', 'category', 'price', 'place', 'meet'])
})

test('the summary spells out small numbers', () => {
  expect(problemCount(1)).toBe('One thing to fix')
  expect(problemCount(2)).toBe('Two things to fix')
  expect(problemCount(9)).toBe('9 things to fix')
})
