import { expect, test } from 'vitest'
import { changesOf, type FieldForm, fieldOf, fieldProblem, formOf, NEW_FIELD, slugOf, wordsOf } from './edit.ts'
import type { AdminCategory, Field } from './types.ts'

const SOFAS: AdminCategory = {
  slug: 'sofas',
  parent: 'furniture',
  level: 2,
  sort: 1,
  name: { pt: 'Sofás', en: 'Sofas' },
  synonyms: ['couch', 'settee'],
  synonyms_i18n: { de: ['Couch'] },
  icon: 'sofa',
  risk_profile: 'normal',
  expiry_days: 60,
  allow_types: ['sell', 'free'],
  photo_min: 1,
  leaf: true,
  active: true,
  attributes: [],
  retired_attributes: [],
}

test('an untouched form changes nothing', () => {
  expect(changesOf(SOFAS, formOf(SOFAS))).toEqual({})
})

test('only changed fields are sent', () => {
  const form = formOf(SOFAS)
  form.name = { ...form.name, de: ' Sofas ', pt: '' }
  form.synonyms = 'couch, settee, couch\ndivan'
  form.synonymsByLanguage = { de: '' }
  expect(changesOf(SOFAS, form)).toEqual({
    name: { en: 'Sofas', de: 'Sofas' },
    synonyms: ['couch', 'settee', 'divan'],
    synonyms_i18n: {},
  })
})

test('lists are split at commas, semicolons and line breaks', () => {
  expect(wordsOf(' a, b;c\n\n d ,, a')).toEqual(['a', 'b', 'c', 'd'])
})

test.each([
  ['Garden tools', 'garden-tools'],
  ['  Móveis & Decoração ', 'moveis-decoracao'],
])('%s has the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('an existing field keeps its key and its options their ids when they are renamed', () => {
  const known: Field = {
    key: 'sofa_type',
    label: { en: 'Sofa type' },
    type: 'enum',
    unit: null,
    options: [{ id: 'corner', label: 'Corner', synonyms: [] }],
    required: false,
    filterable: true,
    facet: true,
    show_on_card: false,
  }
  const form: FieldForm = {
    ...NEW_FIELD,
    label: { en: 'Shape' },
    options: [
      { id: 'corner', label: 'L-shape', labels: { de: ' Ecksofa ', fr: '' }, synonyms: 'ecksofa' },
      { id: '', label: 'Two seats', labels: {}, synonyms: '' },
      { id: '', label: ' ', labels: { de: 'Nichts' }, synonyms: '' },
    ],
  }
  expect(fieldOf(form, known)).toMatchObject({
    key: 'sofa_type',
    options: [
      { id: 'corner', label: 'L-shape', labels: { de: 'Ecksofa' }, synonyms: ['ecksofa'] },
      { id: 'two-seats', label: 'Two seats', synonyms: [] },
    ],
  })
})

test.each([
  [{ ...NEW_FIELD }, 'English name'],
  [{ ...NEW_FIELD, label: { en: 'Shape' } }, 'at least one option'],
  [{ ...NEW_FIELD, label: { en: 'Seats' }, type: 'int' as const }, 'already'],
  [{ ...NEW_FIELD, label: { en: '9 lives' }, type: 'int' as const }, 'Start the name with a letter'],
  [{ ...NEW_FIELD, label: { en: 'Width' }, type: 'int' as const, min: '9', max: '3' }, 'can’t be higher than'],
  [{ ...NEW_FIELD, label: { en: 'Width' }, type: 'int' as const, min: 'x' }, 'must be numbers'],
])('missing values are reported before sending: %j', (form, words) => {
  expect(fieldProblem(form, null, ['seats'])).toContain(words)
})

test('a complete field has no problem', () => {
  expect(
    fieldProblem({ ...NEW_FIELD, label: { en: 'Width' }, type: 'decimal', min: '0,5', max: '3' }, null, []),
  ).toBeNull()
})
