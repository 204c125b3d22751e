import { expect, test } from 'vitest'
import { translatorFor } from '../contract/words/translator.ts'
import { prefixesFor } from './sitemap.ts'
import { linesOf, widthOf } from './text-path.ts'
import { priceText, summary } from './wording.ts'

test('a summary is one paragraph, cut between words', () => {
  expect(summary(' Holds\na litre. ')).toBe('Holds a litre.')
  const long = summary('word '.repeat(80))
  expect(long.length).toBeLessThanOrEqual(160)
  expect(long.endsWith('word…')).toBe(true)
  expect(summary('x'.repeat(300))).toHaveLength(160)
})

test('a price is formatted for people; null without one', () => {
  const english = translatorFor('en')
  expect(priceText(3600, 'EUR', 'sell', english)).toBe('€36')
  expect(priceText(950, 'EUR', 'sell', english)).toBe('€9.50')
  expect(priceText(950, 'EUR', 'sell', translatorFor('fr'))).toBe('9,50\u00a0€')
  expect(priceText(null, 'EUR', 'free', english)).toBe('Free')
  expect(priceText(null, 'EUR', 'free', translatorFor('de'))).toBe('Zu verschenken')
  expect(priceText(null, 'EUR', 'sell', english)).toBeNull()
})

test('ad sitemaps are split by id prefix before they get too long', () => {
  expect(prefixesFor(0)).toEqual([''])
  expect(prefixesFor(100_000)).toHaveLength(16)
  expect(prefixesFor(1_000_000)).toHaveLength(256)
})

test('no line is wider than its column, whatever the text', () => {
  const WIDTH = 400
  const titles = [
    'Aloe in a white pot',
    'Donaudampfschifffahrtsgesellschaftskapitän',
    'Żółty fotel 🛋️ z lat 60.',
    '',
    'a '.repeat(300),
  ]
  for (const title of titles) {
    const lines = linesOf(title, WIDTH, 4, 52, 700)
    expect(lines.length).toBeLessThanOrEqual(4)
    for (const line of lines) expect(widthOf(line, 52, 700)).toBeLessThanOrEqual(WIDTH)
  }
  expect(linesOf('a '.repeat(300), WIDTH, 4, 52, 700).at(-1)).toMatch(/…$/)
})
