import { expect, test } from 'vitest'
import { elide } from './elide.ts'

test('in French, "de" and "que" lose their vowel before a name with one', () => {
  expect(elide('fr', 'Offre de Inês', { author: 'Inês' })).toBe('Offre d’Inês')
  expect(elide('fr', 'Dès que Émile a payé, près de Anjos', { name: 'Émile', place: 'Anjos' })).toBe(
    'Dès qu’Émile a payé, près d’Anjos',
  )
})

test('other names, numbers and languages keep it', () => {
  expect(elide('fr', 'Offre de Beatriz, 11 annonces', { author: 'Beatriz', count: 11 })).toBe(
    'Offre de Beatriz, 11 annonces',
  )
  expect(elide('pt', 'Oferta de Inês', { author: 'Inês' })).toBe('Oferta de Inês')
})
