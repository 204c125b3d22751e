import { expect, test } from 'vitest'
import { EMPTY_FORM } from './listing-form.ts'
import { readSpokenAd } from './spoken/spoken-ad.ts'
import { corrected, photoSuggestions, spokenSuggestions } from './suggestions.ts'
import type { Category } from './types.ts'

const LAMPS: Category = {
  slug: 'lamps',
  parent: null,
  level: 1,
  sort: 1,
  name: { en: 'Lamps' },
  synonyms: [],
  synonyms_i18n: null,
  icon: 'lamp',
  allow_types: ['sell'],
  photo_min: 1,
  leaf: true,
  active: true,
  attributes: [
    {
      key: 'colour',
      label: { en: 'Colour' },
      type: 'enum',
      unit: null,
      options: [{ id: 'black', label: 'Black' }],
      required: false,
      show_on_card: true,
    },
    {
      key: 'height_cm',
      label: { en: 'Height' },
      type: 'int',
      unit: 'cm',
      options: [],
      required: false,
      show_on_card: false,
    },
  ],
}

test('a sentence without an item corrects previous values, one with an item starts over', () => {
  const hear = (sentence: string) => spokenSuggestions(readSpokenAd(sentence))
  const before = hear('Selling a desk lamp for 14 euros in Graça, Lisbon')
  const after = corrected(before, hear('No, the price is 40, not 14'))
  expect(after.map(({ key, words }) => [key, words])).toEqual([
    ['title', 'Desk lamp'],
    ['price', '€40'],
    ['place', 'Graça, Lisbon'],
  ])
  expect(corrected(after, hear('It is like new')).map(({ key }) => key)).toContain('condition')
  expect(corrected(after, hear('Selling a rug')).map(({ key }) => key)).toEqual(['title'])
})

test('a sentence suggests title, price, condition and place independently', () => {
  const list = spokenSuggestions(
    readSpokenAd('Selling a desk lamp in good condition for 20 euros or best offer in Graça, Lisbon'),
  )
  expect(list.map(({ key, words, confidence }) => [key, words, confidence])).toEqual([
    ['title', 'Desk lamp', null],
    ['condition', 'Good', null],
    ['price', '€20, open to offers', null],
    ['place', 'Graça, Lisbon', null],
  ])
  expect(Object.assign({}, ...list.map(({ change }) => change))).toMatchObject({
    title: 'Desk lamp',
    condition: 'good',
    price: '20',
    openToOffers: true,
    place: 'Graça, Lisbon',
    spot: { area: 'Graça', city: 'Lisbon', lat: 38.718 },
  })
})

test('unmentioned fields get no suggestion', () => {
  expect(spokenSuggestions(readSpokenAd('A desk lamp')).map(({ key }) => key)).toEqual(['title'])
})

test('photos suggest values valid for the category, with confidence, and not those already entered', () => {
  const draft = {
    category: { value: 'lamps', confidence: 0.9 },
    title: { value: 'Desk lamp', confidence: 0.8 },
    condition: null,
    attributes: { colour: { value: 'black', confidence: 0.7 }, height_cm: { value: 45, confidence: 0.5 } },
  }
  const list = photoSuggestions(draft, [LAMPS], { ...EMPTY_FORM, title: 'Desk lamp' })
  expect(list.map(({ key, words, confidence }) => [key, words, confidence])).toEqual([
    ['category', 'Lamps', 0.9],
    ['attributes.colour', 'Black', 0.7],
    ['attributes.height_cm', '45 cm', 0.5],
  ])
})

test('attributes of an unavailable category are not suggested', () => {
  const draft = {
    category: { value: 'ships', confidence: 1 },
    title: null,
    condition: null,
    attributes: { colour: { value: 'black', confidence: 1 } },
  }
  expect(photoSuggestions(draft, [LAMPS], EMPTY_FORM)).toEqual([])
})
