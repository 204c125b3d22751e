import { afterEach, expect, test } from 'vitest'
import { DESCRIPTIONS, TITLES } from '../../../contract/ads/ad-text.cases.ts'
import { descriptionProblem, detailProblem, titleProblem } from '../../../contract/ads/ad-text.ts'
import { learnSentences, sentenceOf } from '../lib/data/failure.ts'
import { AUTH_SENTENCES } from './auth-errors.ts'
import { activateLocale } from './messages.ts'
import { reasonText, refusalText } from './refusals.ts'
import { t } from './t.ts'

afterEach(() => activateLocale('en'))

const price = { code: 'SK351', details: '{"amount": {"minor": 125050, "currency": "EUR"}}' }

test("a refusal is shown in the page's language by its code, whatever its English message", async () => {
  const error = { ...price, message: 'Words that nobody ever translated.', status: 422 }
  expect(sentenceOf({ ...error, code: 'SK999' })).toBe('Words that nobody ever translated.')
  expect(sentenceOf(error)).toBe('The asking price is €1,250.50. Offer that or less.')
  await activateLocale('de')
  expect(sentenceOf(error).replaceAll('\u00a0', ' ')).toBe('Der Preis ist 1.250,50 €. Biete höchstens so viel.')
})

test('the reason for holding an ad is translated; text written by a moderator is not', async () => {
  await activateLocale('de')
  const rule = { en: 'Weapons', de: 'Waffen' }
  const explanation = { en: 'Not traded here.', de: 'Hier nicht erlaubt.' }
  expect(await reasonText({ code: 'SK187', name: 'held_by_rule', details: { rule, explanation } })).toBe(
    'Wir prüfen diese Anzeige wegen der Regel „Waffen“. Hier nicht erlaubt.',
  )
  expect(await reasonText('Show the label.')).toBe('Show the label.')
  expect(await reasonText(null)).toBeNull()
})

test("amounts, dates and names are formatted for the page's language", async () => {
  await activateLocale('de')
  const told = (amount: object) => refusalText({ code: 'SK352', details: { amount } })
  expect(told({ minor: 12_000, currency: 'JPY' })).toMatch(/12\.000\s¥/)
  expect(told({ minor: 12_500, currency: 'KWD' })).toMatch(/12,500\sKWD/)
  const days = { until: { day: '2026-12-03' }, from: { day: '2026-11-23' } }
  expect(refusalText({ code: 'SK124', details: days })).toMatch(/3\. Dezember 2026.*23\. November 2026/)
  const category = { en: 'Chairs', de: 'Stühle' }
  expect(refusalText({ code: 'SK169', details: { category } })).toContain('„Stühle“')
  expect(refusalText({ code: 'SK169', details: { category: { en: 'Chairs' } } })).toContain('„Chairs“')
})

test('rate limit messages name who is limited, what is counted and how long to wait', async () => {
  const limit = { who: 'new', action: 'publish', count: 3, span: 'day', hours: 12, minutes: 720, retry_after: 43_200 }
  await activateLocale('en')
  expect(refusalText({ code: 'SK502', details: limit })).toBe(
    'New accounts can publish 3 ads a day. Try again in 12 hours.',
  )
  const soon = { ...limit, who: 'you', action: 'webhook', span: 'hour', hours: 0, minutes: 1 }
  expect(refusalText({ code: 'SK502', details: soon })).toBe('You can do this 3 times an hour. Try again in 1 minute.')
  await activateLocale('de')
  expect(refusalText({ code: 'SK502', details: limit })).toBe(
    'Limit für neue Konten: 3 veröffentlichte Anzeigen am Tag. Versuch es in 12 Stunden wieder.',
  )
})

test('each content rule has a message in every language', async () => {
  const refusals = [
    ...TITLES.map(([title]) => titleProblem(title)),
    ...['', 'Bike', 'Boots '.repeat(20)].map(titleProblem),
    ...DESCRIPTIONS.map(([description]) => descriptionProblem(description)),
    ...['', 'x y '.repeat(2000)].map(descriptionProblem),
    detailProblem('Polo, call 912 345 678', 'detail', 'Model'),
  ].filter((refusal) => refusal !== undefined)
  expect(refusals.length).toBeGreaterThan(30)
  for (const language of ['en', 'pt', 'es', 'de', 'fr'] as const) {
    await activateLocale(language)
    for (const refusal of refusals) expect(refusalText(refusal)).toMatch(/\w{3}.*[^}]$/)
  }
  expect(refusalText({ code: 'SK148', details: { part: 'title' } })).toContain('le lien du titre')
})

test('errors of the auth service are translated by code', async () => {
  learnSentences(AUTH_SENTENCES)
  const error = { name: 'AuthApiError', status: 400, message: 'other words' }
  expect(sentenceOf({ ...error, code: 'invalid_credentials' })).toBe('Invalid login credentials')
  expect(sentenceOf({ ...error, code: 'bad_json' })).toBe('other words')
})

test('plurals follow the language: German counts like English, French treats zero as singular', async () => {
  expect(t('common.ads', { count: 1 })).toBe('1 ad')
  expect(t('common.ads', { count: 1200 })).toBe('1,200 ads')
  await activateLocale('de')
  expect(t('common.ads', { count: 1200 })).toBe('1.200 Anzeigen')
  await activateLocale('fr')
  expect(t('common.ads', { count: 0 })).toBe('0 annonce')
})
