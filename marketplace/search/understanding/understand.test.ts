import { expect, test } from 'vitest'
import type { ReadName, ReadWord } from './read-search.ts'
import { understand } from './understand.ts'

const MARKET = { ads: 1000, knowsAll: true }

function word(said: string, more: Partial<ReadWord> = {}): ReadWord {
  const facts = { is_known: true, is_word: true, is_stop: false, is_filler: false, is_wish: false, is_part: false }
  return {
    word: said,
    forms: [said],
    synonyms: [],
    ads: 10,
    is_term: false,
    as_one: null,
    begins: null,
    ...facts,
    ...more,
  }
}

function name(thing: string, last: number): ReadName {
  const things = [{ thing, kind: 'thing', alike: [], wider: [], categories: [] }] as const
  return { first: 1, last, parted: false, ads: 10, languages: ['en'], things }
}

function termsOf(words: readonly ReadWord[], names: readonly ReadName[]) {
  return understand({ words, names, people: {} }, MARKET).terms
}

test('each word of a name is ranked by itself, rare ones higher', () => {
  const terms = termsOf([word('phone', { ads: 200 }), word('charger')], [name('charger', 2)])
  expect(terms.map(({ forms, things }) => [forms, things])).toEqual([
    [['phone'], ['h:charger']],
    [['charger'], ['h:charger']],
  ])
  expect(terms[1]?.rarity).toBeGreaterThan(terms[0]?.rarity ?? 0)
})

test('stop words of a name are not ranked', () => {
  const terms = termsOf([word('sac'), word('a', { is_stop: true }), word('dos')], [name('backpack', 3)])
  expect(terms.map(({ forms }) => forms)).toEqual([['sac'], ['dos']])
})

test('synonyms count less than the word', () => {
  const forms = ['fridg', 'de:fridg', 'kuhlschrank']
  const [term] = termsOf([word('fridge', { forms, synonyms: ['kuhlschrank'] })], [name('fridge', 1)])
  expect(term).toMatchObject({ forms: ['fridg', 'de:fridg'], weaker: ['kuhlschrank'] })
})

test('what is small is ranked, not demanded, and a purpose before an item is met by what serves it', () => {
  const small = {
    ...name('q-small', 1),
    things: [{ thing: 'q-small', kind: 'q', alike: [], wider: [], categories: [] }],
  } as const
  const dim = {
    ...name('want-shade', 1),
    things: [{ thing: 'want-shade', kind: 'want', alike: ['fern'], wider: [], categories: [] }],
  } as const
  const asked = (first: ReadName) =>
    understand(
      { words: [word('first'), word('plant')], names: [first, { ...name('plant', 2), first: 2 }], people: {} },
      MARKET,
    ).query
  expect(JSON.stringify(asked(small))).not.toContain('q-small')
  expect(JSON.stringify(asked(dim))).toContain('h:fern')
})
