import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/languages.ts'
import { offlinePage } from './offline-page.ts'

const files = import.meta.glob<Record<string, string>>('../../../contract/locales/*/app.json', {
  import: 'default',
  eager: true,
})
const locales = LANGUAGES.map(({ code }) => [code, files[`../../../contract/locales/${code}/app.json`] ?? {}] as const)

const FONTS = { text: '/assets/text.woff2', display: '/assets/display.woff2' }

test('the offline page includes every language of the app and loads nothing but the fonts', () => {
  const page = offlinePage(Object.fromEntries(locales), FONTS)
  expect(page).toContain('You’re offline')
  for (const [code, catalogue] of locales) expect(page, code).toContain(catalogue['app.youreOffline'])
  const loaded = [...page.matchAll(/\bsrc=|url\(([^)]*)\)|<link\b|@import/g)].map(([, file]) => file)
  expect(loaded).toEqual([FONTS.text, FONTS.display])
})

test('a missing translation of the offline page stops the build', () => {
  expect(() => offlinePage({ de: { 'app.tryAgain': 'Noch einmal versuchen' } }, FONTS)).toThrow('in de')
})

test('no translation can close the script of the offline page', () => {
  const [, catalogue = {}] = locales[0] ?? []
  expect(offlinePage({ pt: { ...catalogue, 'app.tryAgain': '</script>' } }, FONTS).match(/<\/script>/g)).toHaveLength(1)
})
