import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  acceptedTags,
  defaultLanguage,
  directionOf,
  firstLanguageOf,
  LANGUAGES,
  languageOf,
  offeredLanguages,
  offerLanguages,
} from './languages.ts'

const MARKETPLACE = join(import.meta.dirname, '..')

afterEach(() => offerLanguages([]))

test('a locale is one folder and one entry here: languages are listed nowhere else', () => {
  const folders = ['contract', 'documents', 'functions', 'jobs', 'web/src'].map((folder) => join(MARKETPLACE, folder))
  const source = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.endsWith('languages.ts'))
      .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') })),
  )
  expect(source.length).toBeGreaterThan(500)
  const lists = source.filter(({ text }) =>
    /'(?:pt|es|de|fr)',\s*'(?:pt|es|de|fr)'|Readonly<Record<Language, /.test(text),
  )
  // Derived from LANGUAGES.
  expect(lists.map(({ file }) => file)).toEqual(['help/article.ts'])
})

test('a tag with a region selects its language', () => {
  expect(languageOf('pt-BR')).toBe('pt')
  expect(languageOf('DE_at')).toBe('de')
  expect(languageOf('nl')).toBeNull()
  expect(languageOf(undefined)).toBeNull()
})

test('accepted languages are sorted by weight, then by position', () => {
  expect(acceptedTags('fr;q=0.7, de-AT, nl;q=0.9, es;q=0')).toEqual(['de-AT', 'nl', 'fr'])
  expect(acceptedTags(undefined)).toEqual([])
})

test('the first supported language is chosen, and English without any', () => {
  expect(firstLanguageOf(acceptedTags('nl, fr;q=0.5'))).toBe('fr')
  expect(firstLanguageOf(['nl', 'sv'])).toBe('en')
})

test('Arabic is written right to left, our languages left to right', () => {
  expect(directionOf('ar')).toBe('rtl')
  expect(directionOf('pt')).toBe('ltr')
})

test('an installation offers a subset, and its first language is the default', () => {
  offerLanguages(['pt', 'xx', 'en'])
  expect(offeredLanguages()).toEqual([
    { code: 'pt', name: 'Português' },
    { code: 'en', name: 'English' },
  ])
  expect(languageOf('de')).toBeNull()
  expect(firstLanguageOf(['de', 'en-GB'])).toBe('en')
  expect(firstLanguageOf(['de'])).toBe('pt')
  offerLanguages(['xx'])
  expect([offeredLanguages().length, defaultLanguage()]).toEqual([LANGUAGES.length, 'en'])
})
