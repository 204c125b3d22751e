import { expect, test } from 'vitest'
import { DESCRIPTIONS, TITLES } from './ad-text.cases.ts'
import { descriptionProblem, titleProblem } from './ad-text.ts'

test.each(TITLES)('the title "%s": %s', (title, code) => {
  if (code === null) expect(titleProblem(title)).toBeUndefined()
  else expect(titleProblem(title)?.code).toBe(code)
})

test.each(DESCRIPTIONS)('the description "%s": %s', (description, code) => {
  if (code === null) expect(descriptionProblem(description)).toBeUndefined()
  else expect(descriptionProblem(description)?.code).toBe(code)
})

test('length is counted in code points, not in code units', () => {
  expect(titleProblem(`Boot${'👢🥾'.repeat(38)}`)).toBeUndefined()
  expect(titleProblem(`Boots${'👢🥾'.repeat(38)}`)).toEqual({ code: 'SK136', details: { max: 80 } })
  expect(titleProblem('Bike')).toEqual({ code: 'SK135', details: { min: 5 } })
  expect(descriptionProblem(`${'Long. '.repeat(900)}`)).toEqual({ code: 'SK152', details: { max: 5000 } })
})
