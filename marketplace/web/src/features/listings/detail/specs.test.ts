import { afterEach, expect, test } from 'vitest'
import { speak } from '../../../i18n/t.ts'
import type { AttributeDefinition } from '../listing.ts'
import { attributeWords, dropNote, handoverWords } from './specs.ts'

afterEach(() => speak('en', {}))

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

test('attributes read as words, choices by their label and numbers with their unit', () => {
  expect(attributeWords(definition({}), 'suede')).toBe('Suede')
  expect(attributeWords(definition({}), 'glass')).toBe('Glass')
  expect(attributeWords(definition({ type: 'int', unit: 'cm' }), 2080)).toBe('2,080 cm')
  expect(attributeWords(definition({ type: 'year' }), 2019)).toBe('2019')
  expect(attributeWords(definition({ type: 'bool' }), false)).toBe('No')
  expect(attributeWords(definition({ type: 'multi' }), ['suede', 'glass'])).toBe('Suede, Glass')
  expect(attributeWords(definition({}), undefined)).toBeNull()
})

test('choices and units are called as the reader’s language calls them, where the category knows', () => {
  speak('de', {})
  const sofa = definition({ options: [{ id: 'corner', label: 'Corner', labels: { de: 'Ecksofa', fr: 'D’angle' } }] })
  const screen = definition({ type: 'int', unit: 'in', unit_labels: { de: 'Zoll' } })
  expect([attributeWords(sofa, 'corner'), attributeWords(screen, 15)]).toEqual(['Ecksofa', '15 Zoll'])
  speak('pt', {})
  expect([attributeWords(sofa, 'corner'), attributeWords(screen, 15)]).toEqual(['Corner', '15 in'])
})

test('handover says what posting costs', () => {
  expect(handoverWords({ delivery: 'pickup', ship_cost_minor: null, currency: 'EUR' })).toBe('Meet in person')
  expect(handoverWords({ delivery: 'both', ship_cost_minor: 420, currency: 'EUR' })).toBe('Meet, or posted for €4.20')
  expect(handoverWords({ delivery: 'ship', ship_cost_minor: 0, currency: 'EUR' })).toBe('Posted for free')
})

test('a drop names the amount and the day, and a rise is no drop', () => {
  const now = new Date('2026-01-09T12:00:00')
  const ad = { price_minor: 5500, previous_price_minor: 6800, currency: 'EUR', price_changed_at: '2026-01-05T09:00:00' }
  expect(dropNote(ad, now)).toBe('€13 less since Monday')
  expect(dropNote({ ...ad, price_changed_at: '2025-12-01T09:00:00' }, now)).toBe('€13 less since 1 Dec 2025')
  expect(dropNote({ ...ad, previous_price_minor: 5000 }, now)).toBeNull()
})
