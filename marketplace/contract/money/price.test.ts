import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlaceholderPrice, priceText, readPrice } from './price.ts'

describe('a typed price', () => {
  test.each([
    ['55', 5500],
    ['55,5', 5550],
    ['55.50', 5550],
    ['€ 1 250', 125000],
    ['1.250', 125000],
    ['1,250', 125000],
    ['1.250,50', 125050],
    ['1,250.50', 125050],
    ['1,250,000', 125000000],
    ["1'250.5", 125050],
    ['12,50 EUR', 1250],
    ['0', 0],
    ['0,99', 99],
  ])('%s is %i cents', (text, minor) => {
    expect(readPrice(text)).toEqual({ ok: true, minor })
  })

  test.each(['abc', '-5', '5 or best offer', '12.5.3', '1,25,000', '.5', '1e3'])('%s is not a number', (text) => {
    expect(readPrice(text)).toEqual({ ok: false, reason: 'not_a_number' })
  })

  test('an empty field and a third decimal have their own reasons', () => {
    expect(readPrice('  ')).toEqual({ ok: false, reason: 'empty' })
    expect(readPrice('1,5555')).toEqual({ ok: false, reason: 'too_many_decimals' })
  })

  test('the text of the price field parses to the same amount in every language of the market', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.constantFrom('en', 'pt', 'de', 'fr', 'es'),
        (minor, locale) => {
          expect(readPrice(priceText(minor, 'EUR', locale))).toEqual({ ok: true, minor })
        },
      ),
    )
  })

  test('counting and repeated digits are recognised as placeholders, real prices are not', () => {
    expect([1234500, 99999900, 11111100].map((minor) => isPlaceholderPrice(minor))).toEqual([true, true, true])
    expect([123400, 99900, 5500, 1250000].map((minor) => isPlaceholderPrice(minor))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
