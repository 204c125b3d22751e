import { expect, test } from 'vitest'
import { suggestAlt } from './alt-suggestion.ts'
import type { Attribute } from './types.ts'

const text = (key: string): Attribute => ({
  key,
  label: { en: key },
  type: 'text',
  unit: null,
  options: [],
  required: false,
  show_on_card: false,
})
const ATTRIBUTES: Attribute[] = [
  {
    ...text('colour'),
    type: 'enum',
    options: [
      { id: 'black', label: 'Black', synonyms: ['schwarz'] },
      { id: 'green', label: 'Green' },
    ],
  },
  { ...text('material'), type: 'enum', options: [{ id: 'mixed', label: 'Mixed' }] },
  { ...text('seat_height'), type: 'int' },
  text('brand'),
]
const lamp = { title: 'Desk lamp', attributes: { brand: 'Anglepoise', colour: 'black', seat_height: '45' } }
const suggest = (given: Partial<Parameters<typeof suggestAlt>[0]>) =>
  suggestAlt({ form: lamp, attributes: ATTRIBUTES, isCover: true, texts: [], ...given })

test('the cover is described by the title and visible attributes', () => {
  expect(suggest({})).toBe('Desk lamp, Anglepoise, black')
})

test('repeated and meaningless words are omitted', () => {
  const form = { title: 'Anglepoise lamp, schwarz', attributes: { ...lamp.attributes, material: 'mixed' } }
  expect(suggest({ form })).toBe('Anglepoise lamp, schwarz')
})

test('other photos are described by the text on them, without guessing colours', () => {
  const texts = ['ANGLEPOISE', 'Type  75', 'MADE IN THE UK', '|/', 'Anglepoise type 75']
  expect(suggest({ isCover: false, texts })).toBe('Desk lamp, with the text “ANGLEPOISE Type 75 MADE IN THE UK”')
  expect(suggest({ isCover: false })).toBe('Desk lamp, another view')
})

test('contact details and full pages of text are never suggested', () => {
  expect(suggest({ isCover: false, texts: ['write to me@example.com', 'call 912 345 678'] })).toBe(
    'Desk lamp, another view',
  )
  expect(suggest({ isCover: false, texts: ['Instructions '.repeat(9)] })).toBe('Desk lamp, another view')
})

test('nothing is suggested without a title, or with one that has contact details', () => {
  expect(suggest({ form: { ...lamp, title: ' ' } })).toBeNull()
  expect(suggest({ form: { ...lamp, title: 'Lamp, me@example.com' } })).toBeNull()
})
