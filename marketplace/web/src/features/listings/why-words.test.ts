import { expect, test } from 'vitest'
import { whyWords } from './why-words.ts'

test('says where the words matched, then what raised the ad', () => {
  expect(
    whyWords({
      tier: 'title',
      words: [
        { word: 'boots', in: ['title', 'details'], as: 'exact' },
        { word: 'beige', in: ['details'], as: 'other' },
      ],
      raised_by: ['new', 'near'],
      lowered_by: ['reserved'],
    }),
  ).toBe(
    '“boots” in the title and details, “beige” (synonym) in the details; ranked higher: new, nearby; ranked lower: reserved',
  )
})

test('a word that did not match is reported as missing', () => {
  expect(
    whyWords({ tier: 'some', words: [{ word: 'teal', in: [], as: 'exact' }], raised_by: [], lowered_by: [] }),
  ).toBe('a word is missing')
})
