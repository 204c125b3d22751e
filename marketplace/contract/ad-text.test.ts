import { expect, test } from 'vitest'
import { DESCRIPTIONS, TITLES } from './ad-text.cases.ts'
import { descriptionProblem, titleProblem } from './ad-text.ts'

test.each(TITLES)('the title "%s": %s', (title, words) => {
  if (words === null) expect(titleProblem(title)).toBeUndefined()
  else expect(titleProblem(title)).toContain(words)
})

test.each(DESCRIPTIONS)('the description "%s": %s', (description, words) => {
  if (words === null) expect(descriptionProblem(description)).toBeUndefined()
  else expect(descriptionProblem(description)).toContain(words)
})

test('length is counted in people’s characters, not in code units', () => {
  expect(titleProblem(`Boot${'👢🥾'.repeat(38)}`)).toBeUndefined()
  expect(titleProblem(`Boots${'👢🥾'.repeat(38)}`)).toContain('at most 80')
  expect(titleProblem('Bike')).toContain('at least 5')
  expect(descriptionProblem(`${'Long. '.repeat(900)}`)).toContain('at most 5000')
  expect(descriptionProblem('  ')).toContain('Describe')
})
