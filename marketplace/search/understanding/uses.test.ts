import { expect, test } from 'vitest'
import type { ReadName, ReadWord, Thing } from './read-search.ts'
import { purposeIn } from './uses.ts'

function word(said: string, lean: number | null, more: Partial<ReadWord> = {}): ReadWord {
  const facts = { is_known: true, is_word: true, is_stop: false, is_filler: false, is_wish: false, is_part: false }
  const none = { synonyms: [], ads: 0, is_term: false, as_one: null, begins: null }
  return { word: said, forms: [said], lean, ...none, ...facts, ...more }
}

function name(at: number, thing: string, more: Partial<Thing> = {}): ReadName {
  const things = [{ thing, kind: 'thing', alike: [], wider: [], categories: [], ...more }] as const
  return { first: at, last: at, parted: false, ads: 1, languages: ['en'], things }
}

const purposeOf = (words: readonly ReadWord[], names: readonly ReadName[] = []) =>
  purposeIn({ words, names, wishes: [], people: {} })

test('words that uses have and names have not are a purpose', () => {
  expect(purposeOf([word('warm', 2.5), word('hands', 2.5)])).toEqual({ words: ['warm', 'hands'], among: null })
  expect(purposeOf([word('hand', 2.5), word('pump', null)])).toBeNull()
})

test('the words of an item say nothing for a purpose', () => {
  expect(purposeOf([word('wedding', 2), word('dress', 3)], [name(2, 'dress')])).toBeNull()
  const crumbs = [word('crumbs', 2.5), word('on', 2.5, { is_stop: true }), word('carpet', 1)]
  expect(purposeOf(crumbs, [name(3, 'carpet')])).toEqual({ words: ['crumbs', 'carpet'], among: null })
})

test('an item for a purpose is one of those or a substitute', () => {
  const words = [word('bag', 1), word('for', 2, { is_stop: true }), word('long', 2), word('hikes', 2)]
  const asked = purposeOf(words, [name(1, 'bag', { alike: ['basket'] })])
  expect(asked).toEqual({ words: ['long', 'hikes'], among: ['bag', 'basket'] })
})

test('a colour is demanded and no part of the purpose', () => {
  const words = [word('red', 4), word('warm', 2), word('hands', 2)]
  const red = name(1, 'q-red', { kind: 'q', wider: ['q-colour'] })
  expect(purposeOf(words, [red])).toEqual({ words: ['warm', 'hands'], among: null })
})
