import { expect, test } from 'vitest'
import { allProblems, problemCount, stepsDone } from './steps.ts'
import { EMPTY_FORM } from './types.ts'

test('an empty form has its problems in the order of the page, and no step but none is done', () => {
  const problems = allProblems(EMPTY_FORM, [], { attributes: [] }, 1)
  expect(problems.map(({ path }) => path[0])).toEqual([
    'photos',
    'title',
    'category',
    'condition',
    'description',
    'price',
    'place',
  ])
  expect(stepsDone(problems).size).toBe(0)
})

test('a step is done as soon as none of its fields has a problem', () => {
  const form = { ...EMPTY_FORM, place: 'Graça, Lisbon', price: '12', title: 'Too good' }
  expect(stepsDone(allProblems(form, [], { attributes: [] }, 0))).toEqual(new Set(['photos', 'price', 'where']))
})

test('the summary counts in words', () => {
  expect(problemCount(1)).toBe('One thing to fix')
  expect(problemCount(2)).toBe('Two things to fix')
  expect(problemCount(9)).toBe('9 things to fix')
})
