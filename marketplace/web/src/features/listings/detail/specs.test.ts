import { afterEach, expect, test } from 'vitest'
import { activateLocale } from '../../../i18n/messages.ts'
import { aListingDetail } from '../listing.fixtures.ts'
import type { AttributeDefinition } from '../listing.ts'
import { attributeWords, handoverWords, specsOf } from './specs.ts'

afterEach(() => activateLocale('en'))

const definition = (changes: Partial<AttributeDefinition>): AttributeDefinition => ({
  key: 'material',
  label: { en: 'Material' },
  type: 'enum',
  unit: null,
  options: [
    { id: 'suede', label: 'Suede' },
    { id: 'glass', label: { en: 'Glass' } },
  ],
  ...changes,
})

test('attributes are formatted: choices with their label, numbers with their unit', () => {
  expect(attributeWords(definition({}), 'suede')).toBe('Suede')
  expect(attributeWords(definition({}), 'glass')).toBe('Glass')
  expect(attributeWords(definition({ type: 'int', unit: 'cm' }), 2080)).toBe('2,080 cm')
  expect(attributeWords(definition({ type: 'year' }), 2019)).toBe('2019')
  expect(attributeWords(definition({ type: 'bool' }), false)).toBe('No')
  expect(attributeWords(definition({ type: 'multi' }), ['suede', 'glass'])).toBe('Suede, Glass')
  expect(attributeWords(definition({}), undefined)).toBeNull()
})

test('choices and units use the reader’s language where the category has translations', async () => {
  await activateLocale('de')
  const sofa = definition({ options: [{ id: 'corner', label: 'Corner', labels: { de: 'Ecksofa', fr: 'D’angle' } }] })
  const screen = definition({ type: 'int', unit: 'in', unit_labels: { de: 'Zoll' } })
  expect([attributeWords(sofa, 'corner'), attributeWords(screen, 15)]).toEqual(['Ecksofa', '15 Zoll'])
  await activateLocale('pt')
  expect([attributeWords(sofa, 'corner'), attributeWords(screen, 15)]).toEqual(['Corner', '15 in'])
})

test('delivery includes the shipping cost', () => {
  expect(handoverWords({ delivery: 'pickup', ship_cost_minor: null, currency: 'EUR' })).toBe('Meet in person')
  expect(handoverWords({ delivery: 'both', ship_cost_minor: 420, currency: 'EUR' })).toBe('Meet up, or ships for €4.20')
  expect(handoverWords({ delivery: 'ship', ship_cost_minor: 0, currency: 'EUR' })).toBe('Ships free')
})

test('specs say whether the price is negotiable, and neither posting date nor ad number', () => {
  const names = (listing: Parameters<typeof specsOf>[0]) => specsOf(listing, []).map(({ name }) => name)
  expect(names(aListingDetail({ price_type: 'negotiable' }))).toEqual(['Condition', 'Delivery', 'Price'])
  expect(names(aListingDetail({ price_type: 'fixed' }))).toEqual(['Condition', 'Delivery'])
})

test('missing features and zero values are omitted', () => {
  const definitions = [
    definition({ key: 'box', label: { en: 'Original box' }, type: 'bool' }),
    definition({ key: 'age', label: { en: 'From age' }, type: 'int', unit: 'years' }),
  ]
  const said = (attributes: Record<string, unknown>) =>
    specsOf({ ...aListingDetail(), attributes }, definitions).map(({ name, value }) => `${name}: ${value}`)
  expect(said({ box: false, age: 0 }).join()).not.toMatch(/Original box|From age/)
  expect(said({ box: true, age: 3 })).toEqual(expect.arrayContaining(['Original box: Yes', 'From age: 3 years']))
})

test('ways to get the item are not repeated among its facts', () => {
  const listing = aListingDetail({ delivery: 'both', condition: 'good' })
  const names = (isHandoverShown: boolean) => specsOf(listing, [], { isHandoverShown }).map(({ name }) => name)
  expect(names(false)).toContain('Delivery')
  expect(names(true)).not.toContain('Delivery')
})
