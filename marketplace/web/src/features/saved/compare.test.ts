import { expect, test } from 'vitest'
import { type ComparedAd, compareRows } from './compare.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const BOOTS = {
  name: { en: 'Boots' },
  attributes: [
    { key: 'eu_size', label: { en: 'EU size' }, unit: null, options: [{ id: '38', label: '38' }] },
    { key: 'colour', label: { en: 'Colour' }, unit: null, options: [{ id: 'teal', label: { en: 'Teal' } }] },
    { key: 'heel_cm', label: { en: 'Heel' }, unit: 'cm' },
    { key: 'box', label: { en: 'With box' }, unit: null },
    { key: 'brand', label: { en: 'Brand' }, unit: null },
  ],
}

function createAd(change: Partial<ComparedAd>): ComparedAd {
  return {
    id: 'a',
    title: 'Boots',
    price_minor: 5500,
    currency: 'EUR',
    price_type: 'fixed',
    condition: 'good',
    area: 'Estrela',
    city: 'Lisbon',
    delivery: 'both',
    cover_path: null,
    first_published_at: '2026-11-20T12:00:00Z',
    attributes: { eu_size: '38', colour: 'teal', heel_cm: 7.5, box: true },
    filed: BOOTS,
    ...change,
  }
}

test('ads are compared row by row, with the labels of their category', () => {
  const other = createAd({ id: 'b', price_minor: 4000, attributes: { eu_size: '38', box: false }, filed: BOOTS })
  const rows = compareRows([createAd({}), other], NOW)
  const said = Object.fromEntries(rows.map(({ key, values }) => [key, values]))
  expect(said).toMatchObject({
    price: ['€55', '€40'],
    condition: ['Good', 'Good'],
    'attributes.eu_size': ['38', '38'],
    'attributes.colour': ['Teal', null],
    'attributes.heel_cm': ['7.5 cm', null],
    'attributes.box': ['Yes', 'No'],
    place: ['Estrela', 'Estrela'],
    delivery: ['Meet-up or shipping', 'Meet-up or shipping'],
  })
  expect(rows.filter(({ differs }) => differs).map(({ key }) => key)).toEqual([
    'price',
    'attributes.colour',
    'attributes.heel_cm',
    'attributes.box',
  ])
})

test('an attribute that no ad specifies has no row', () => {
  expect(compareRows([createAd({}), createAd({})], NOW).map(({ key }) => key)).not.toContain('attributes.brand')
})
