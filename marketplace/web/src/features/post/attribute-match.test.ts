import { expect, test } from 'vitest'
import { namedOption } from './attribute-match.ts'
import type { Attribute } from './types.ts'

const colour: Attribute = {
  key: 'colour',
  label: { en: 'Colour' },
  type: 'enum',
  unit: null,
  options: [
    { id: 'beige', label: 'Beige', synonyms: ['cream', 'crème'] },
    { id: 'green', label: 'Green', synonyms: ['verde'] },
    { id: 'dark-green', label: 'Dark green' },
    { id: 'blue', label: 'Blue' },
  ],
  required: false,
  show_on_card: false,
}

test.each([
  ['Fringed suede boots, cream, EU 38', 'beige'],
  ['Botas CRÈME', 'beige'],
  ['Sofa, dark green', 'dark-green'],
  ['Cadeira verde', 'green'],
  ['Greenhouse', undefined],
  ['Rug, blue and green', undefined],
  ['', undefined],
])('"%s" names %s', (title, id) => {
  expect(namedOption(colour, title)?.id).toBe(id)
})
