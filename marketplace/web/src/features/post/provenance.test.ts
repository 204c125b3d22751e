import { expect, test } from 'vitest'
import { EMPTY_FORM, type PostForm } from './listing-form.ts'
import { provenanceOf, takenOf } from './provenance.ts'

const AT = '2026-11-21T12:00:00Z'
const form: PostForm = {
  ...EMPTY_FORM,
  title: 'Teal lamp',
  attributes: { colour: 'teal', watt: '40' },
  taken: {
    title: { source: 'voice', confidence: null, at: AT, change: { title: 'Teal lamp' } },
    'attributes.colour': { source: 'photo', confidence: 0.82, at: AT, change: { attributes: { colour: 'teal' } } },
    condition: { source: 'photo', confidence: 0.6, at: AT, change: { condition: 'good' } },
  },
}

test('an unedited suggestion keeps its source; an edited field has none', () => {
  const voice = { source: 'voice', confidence: null, confirmed_at: AT }
  const photo = { source: 'photo', confidence: 0.82, confirmed_at: AT }
  expect(provenanceOf(form)).toEqual({ title: voice, 'attributes.colour': photo })
  expect(provenanceOf({ ...form, title: 'Teal desk lamp' })).toEqual({ 'attributes.colour': photo })
  expect(provenanceOf({ ...form, attributes: { colour: 'blue' } })).toEqual({ title: voice })
})

test('sources are restored with the stored ad and removed when the field is edited', () => {
  const rows = Object.entries(provenanceOf(form)).map(([field, one]) => ({ field, ...one }))
  const opened = { ...form, taken: takenOf(rows, form) }
  expect(provenanceOf(opened)).toEqual(provenanceOf(form))
  expect(Object.keys(provenanceOf({ ...opened, title: 'A lamp' }))).toEqual(['attributes.colour'])
})
