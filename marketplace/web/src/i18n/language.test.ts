import { expect, test } from 'vitest'
import { decideLanguage } from './language.ts'

test('the stored choice wins over the link, and the link over the browser', () => {
  const accepted = ['fr-CA', 'en']
  expect(decideLanguage({ stored: 'es', search: '?lang=de', accepted })).toBe('es')
  expect(decideLanguage({ stored: null, search: '?q=chair&lang=de', accepted })).toBe('de')
  expect(decideLanguage({ stored: null, search: '', accepted })).toBe('fr')
})

test('unsupported languages are skipped', () => {
  expect(decideLanguage({ stored: 'xx', search: '?lang=tlh', accepted: ['nl-BE', 'pt-BR'] })).toBe('pt')
  expect(decideLanguage({ stored: null, search: '', accepted: ['nl'] })).toBe('en')
})
