import { expect, test } from 'vitest'
import { answerTimeText } from './answer-time.ts'

test.each([
  ['00:12:30.123', 'within the hour'],
  ['05:12:00', 'within 6 hours'],
  ['1 day 02:30:00', 'within 2 days'],
  ['3 days', 'within 3 days'],
])('%s is shown as %s', (interval, words) => {
  expect(answerTimeText(interval)).toContain(words)
})

test('without answers there is no answer time', () => {
  expect(answerTimeText(null)).toBeNull()
})
