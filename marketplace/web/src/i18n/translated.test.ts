import { afterEach, expect, test } from 'vitest'
import { DESCRIPTIONS, TITLES } from '../../../contract/ad-text.cases.ts'
import { descriptionProblem, detailProblem, titleProblem } from '../../../contract/ad-text.ts'
import german from './catalogues/de.json'
import spanish from './catalogues/es.json'
import french from './catalogues/fr.json'
import portuguese from './catalogues/pt.json'
import { SERVER_SENTENCES } from './server-sentences.ts'
import { speak, t } from './t.ts'
import { knowSentences, translated } from './translated.ts'

afterEach(() => {
  speak('en', {})
  knowSentences([])
})

test('what the server says is said in the language of the page, with what it filled in', () => {
  speak('de', german)
  knowSentences(SERVER_SENTENCES)
  expect(translated('Invalid login credentials')).toBe('Anmeldedaten ungültig')
  expect(translated('The asking price is €55. Offer that or less.')).toBe(
    'Der geforderte Preis ist €55. Biete das oder weniger.',
  )
})

test('amounts and days in what the server says are written as the language of the page writes them', () => {
  speak('de', german)
  knowSentences(SERVER_SENTENCES)
  expect(translated('The asking price is EUR 1,250.50. Offer that or less.').replaceAll('\u00a0', ' ')).toBe(
    'Der geforderte Preis ist 1.250,50 €. Biete das oder weniger.',
  )
  expect(translated('The seller takes offers from JPY 12,000 on.')).toMatch(/12\.000\s¥/)
  expect(translated('The seller takes offers from KWD 12.500 on.')).toMatch(/12,500\sKWD/)
  expect(translated('This ad runs until 3 Dec 2026. You can extend it from 23 Nov 2026 on.')).toMatch(
    /3\. Dezember 2026.*23\. November 2026/,
  )
  speak('en', {})
  expect(translated('The highest price is EUR 1,000,000.')).toContain('€1,000,000')
})

test('what the server puts in in its own words is said in the language too; what people wrote is not', () => {
  speak('de', german)
  knowSentences(SERVER_SENTENCES)
  expect(translated('New accounts can publish 3 ads a day. You can go on in 12 hours.')).toBe(
    'Neue Konten: höchstens 3 veröffentlichte Anzeigen am Tag. Weiter geht es in 12 Stunden.',
  )
  expect(translated('Remove the link from the description.')).toBe(
    t('Remove the link from the {field}.', { field: 'Beschreibung' }),
  )
  expect(translated('Fill in “title”.')).toContain('title')
})

test('what may not stand in an ad is said in each language, by the form and by the database', () => {
  const refusals = [
    ...TITLES.flatMap(([title, words]) => (words === null ? [] : [titleProblem(title)])),
    ...['', 'Bike', 'Boots '.repeat(20)].map(titleProblem),
    ...DESCRIPTIONS.flatMap(([description, words]) => (words === null ? [] : [descriptionProblem(description)])),
    ...['', 'x y '.repeat(2000)].map(descriptionProblem),
    detailProblem('Polo, call 912 345 678', 'Model'),
  ]
  for (const catalogue of [portuguese, spanish, german, french]) {
    speak('de', catalogue)
    knowSentences(SERVER_SENTENCES)
    for (const refusal of refusals) expect(translated(refusal ?? '')).not.toBe(refusal)
  }
})

test('a sentence that is not known stays as it is, and so does every one in English', () => {
  expect(translated('The asking price is €55. Offer that or less.')).toBe(
    'The asking price is €55. Offer that or less.',
  )
  speak('de', german)
  knowSentences(SERVER_SENTENCES)
  expect(translated('Nobody ever said this.')).toBe('Nobody ever said this.')
})

test('a plural follows the language: German counts like English, French counts nought as one', () => {
  const ads = '{count, plural, one {# ad} other {# ads}}'
  expect(t(ads, { count: 1 })).toBe('1 ad')
  expect(t(ads, { count: 1200 })).toBe('1,200 ads')
  speak('de', german)
  expect(t(ads, { count: 1200 })).toBe('1.200 Anzeigen')
  speak('fr', { [ads]: '{count, plural, one {# annonce} other {# annonces}}' })
  expect(t(ads, { count: 0 })).toBe('0 annonce')
})
