import { expect, test } from 'vitest'
import type { ReadName, ReadWish, ReadWord } from './read-search.ts'
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
    lean: null,
    ...facts,
    ...more,
  }
}

function name(thing: string, last: number): ReadName {
  const things = [{ thing, kind: 'thing', alike: [], wider: [], categories: [] }] as const
  return { first: 1, last, parted: false, ads: 10, languages: ['en'], things }
}

function termsOf(words: readonly ReadWord[], names: readonly ReadName[]) {
  return understand({ words, names, wishes: [], people: {} }, MARKET).terms
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
    things: [{ thing: 'q-small', kind: 'q', alike: [], wider: ['q-taste'], categories: [] }],
  } as const
  const dim = {
    ...name('want-shade', 1),
    things: [{ thing: 'want-shade', kind: 'want', alike: ['fern'], wider: [], categories: [] }],
  } as const
  const asked = (first: ReadName) =>
    understand(
      {
        words: [word('first'), word('plant')],
        names: [first, { ...name('plant', 2), first: 2 }],
        wishes: [],
        people: {},
      },
      MARKET,
    ).query
  expect(JSON.stringify(asked(small))).not.toContain('q-small')
  expect(JSON.stringify(asked(dim))).toContain('h:fern')
})

test('a quality that no ad has is not demanded, but a colour and an unknown word are; what is left out is told', () => {
  const asked = (first: ReadWord, quality?: { thing: string; wider: readonly string[] }, languages = ['en', 'pt']) => {
    const named = { ...name('sofa', 2), first: 2, languages }
    const of = quality && {
      ...name(quality.thing, 1),
      ads: 0,
      things: [{ ...quality, kind: 'q', alike: [], categories: [] }],
    }
    const { words, unmatched } = understand(
      { words: [first, word('sofa')], names: of ? [of as ReadName, named] : [named], wishes: [], people: {} },
      MARKET,
    )
    return [words.map(({ word }) => word), unmatched]
  }
  const unheardOf = { ads: 0, is_known: false, is_word: false }
  expect(asked(word('curved', { ads: 0 }), { thing: 'q-curved', wider: [] })).toEqual([['sofa'], ['curved']])
  expect(asked(word('teal', { ads: 0 }), { thing: 'q-teal', wider: ['q-colour'] })).toEqual([['teal', 'sofa'], []])
  expect(asked(word('acme', unheardOf))).toEqual([['acme', 'sofa'], []])
  // Makers come after a Portuguese item.
  expect(asked(word('fofo', unheardOf), undefined, ['pt'])).toEqual([['sofa'], ['fofo']])
  expect(asked(word('x200', unheardOf), undefined, ['pt'])).toEqual([['x200', 'sofa'], []])
})

test('a number is the size of clothing in letters, too', () => {
  const asked = (wider: readonly string[]) => {
    const [thing] = name('dress', 1).things
    const names = [{ ...name('dress', 1), things: [{ ...thing, wider }] }] as ReadName[]
    return JSON.stringify(
      understand({ words: [word('dress'), word('size'), word('38')], names, wishes: [], people: {} }, MARKET).query,
    )
  }
  expect(asked(['clothing'])).toContain('a:size:m')
  expect(asked(['furniture'])).not.toContain('a:size:m')
})

/** What serves a search for "something" with these words and purposes. */
function serving(words: readonly ReadWord[], wishes: readonly ReadWish[], names: readonly ReadName[] = []) {
  const { being } = understand(
    { words: [word('something', { is_wish: true }), ...words], names, wishes, people: {} },
    MARKET,
  )
  return JSON.stringify(being)
}

function purpose(stems: string, ...alike: readonly string[]): ReadWish {
  return { thing: `want-${stems}`, kind: 'want', alike, stems: stems.split(' ') }
}

test('a purpose is understood in any order and form, but not around something unknown', () => {
  const coolDown = purpose('cool down', 'fan')
  const bedroom = {
    ...name('want-bedroom', 3),
    first: 3,
    things: [{ thing: 'want-bedroom', kind: 'want', alike: ['bed'], wider: [], categories: [] }],
  } as const
  const cool = [word('cools', { forms: ['cool'] }), word('bedroom'), word('down')]
  expect(serving(cool, [coolDown], [bedroom])).toContain('h:fan')
  expect(serving(cool, [coolDown])).not.toContain('h:fan')
})

test('of purposes that no item serves together, the one of more words is meant', () => {
  const words = [word('keep'), word('cool'), word('summer')]
  const found = serving(words, [purpose('cool keep', 'fan'), purpose('summer', 'dress')])
  expect(found).toContain('h:fan')
  expect(found).not.toContain('h:dress')
  expect(serving(words, [purpose('cool keep', 'fan'), purpose('summer', 'dress', 'fan')])).toContain('h:dress')
})
