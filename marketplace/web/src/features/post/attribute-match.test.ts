import { expect, test } from 'vitest'
import { namedNumber, namedOption } from './attribute-match.ts'
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

const screen: Attribute = {
  key: 'screen_in',
  label: { en: 'Screen size' },
  type: 'decimal',
  unit: 'in',
  min: 10,
  max: 120,
  options: [],
  required: true,
  show_on_card: true,
}
const storage: Attribute = { ...screen, key: 'storage_gb', type: 'int', unit: 'GB', min: 1, max: 4096 }
const mileage: Attribute = { ...screen, key: 'mileage_km', type: 'int', unit: 'km', min: 0, max: 2_000_000 }
const year: Attribute = { ...screen, key: 'reg_year', type: 'year', unit: null, min: 1950, max: 2100 }

test.each([
  [screen, 'Telly Samsung 43 inch with remote', '43'],
  [screen, 'Samsung 43" 4K', '43'],
  [screen, 'Monitor 27,5 Zoll, schwarz', '27.5'],
  [screen, 'Monitors, 24" and 27"', null],
  [screen, 'Monitor 4 inch', null],
  [screen, 'Fits in the car, 2 indoor plants', null],
  [storage, 'iPhone 13 128GB', '128'],
  [storage, 'iPhone 13 128 Go bleu', '128'],
  [storage, 'iPhone 13', null],
  [storage, 'Card 64.5 GB', null],
  [mileage, 'Polo 1.2, 91 000 km, 2012', '91000'],
  [mileage, 'Polo 91.000 km', '91000'],
  [year, 'Polo 1.2, 91 000 km, 2012', '2012'],
  [year, 'IKEA PS 2014, from 2016', null],
  [year, 'Sofa for €2000', null],
  [year, 'Tower 1066', null],
])('the number for %o in "%s" is %s', (field, title, number) => {
  expect(namedNumber(field, title, [screen, storage, mileage, year])).toBe(number)
})

test('a length that fits two fields is suggested for neither', () => {
  const width: Attribute = { ...screen, key: 'width_cm', type: 'int', unit: 'cm', min: 1, max: 1000 }
  expect(namedNumber(width, 'Shelf 120 cm', [width])).toBe('120')
  expect(namedNumber(width, 'Shelf 120 cm', [width, { ...width, key: 'height_cm' }])).toBeNull()
})
