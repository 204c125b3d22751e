import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readSearch } from '../search/read-search.ts'
import { EMPTY_SEARCH, writeSearch } from '../search/search-state.ts'
import { moneyText } from '../words/money.ts'
import { decimalsOf, decimalText, marketCurrency, minorPerUnit, setMarketCurrency, wholeUnits } from './money.ts'
import { isPlaceholderPrice, lowestPrice, priceText, readPrice } from './price.ts'

const CURRENCIES = ['EUR', 'USD', 'CHF', 'JPY', 'KRW', 'ISK', 'KWD', 'TND', 'BHD'] as const
const LANGUAGES = ['en', 'pt', 'es', 'de', 'fr'] as const
const amounts = fc.integer({ min: 0, max: 100_000_000 })

afterEach(() => setMarketCurrency('EUR'))

test('currencies have the number of decimals defined by ISO 4217', () => {
  expect(['EUR', 'JPY', 'KWD', 'CLF', 'HUF'].map(decimalsOf)).toEqual([2, 0, 3, 4, 2])
  expect(['EUR', 'JPY', 'KWD'].map(minorPerUnit)).toEqual([100, 1, 1000])
})

describe('in every currency', () => {
  test('the text of the price field parses to the same amount, in every language', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CURRENCIES), fc.constantFrom(...LANGUAGES), (minor, currency, locale) => {
        expect(readPrice(priceText(minor, currency, locale), currency)).toEqual({ ok: true, minor })
      }),
    )
  })

  test('prices survive a round trip through the URL of a search', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom(...CURRENCIES), (one, other, currency) => {
        setMarketCurrency(currency)
        const state = { ...EMPTY_SEARCH, priceMin: Math.min(one, other), priceMax: Math.max(one, other) }
        const { state: read, ignored } = readSearch(writeSearch(state))
        expect({ ...read, ignored }).toEqual({ ...state, ignored: [] })
      }),
    )
  })

  test('formatted money has the digits of the amount and no others', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...LANGUAGES),
        (minor, currency, language) => {
          const digits = moneyText(minor, currency, language).replace(/\D/g, '')
          const isWhole = minor % minorPerUnit(currency) === 0
          expect(Number(digits)).toBe(isWhole ? minor / minorPerUnit(currency) : minor)
          expect(Math.round(Number(decimalText(minor, currency)) * minorPerUnit(currency))).toBe(minor)
          expect(Math.abs(wholeUnits(minor, currency) - minor) * 2).toBeLessThanOrEqual(minorPerUnit(currency))
        },
      ),
    )
  })
})

test.each([
  ['5.500', 'JPY', 5500],
  ['¥5,500', 'JPY', 5500],
  ['5500.00', 'JPY', 5500],
  ['12.500', 'KWD', 12_500],
  ['12,5', 'KWD', 12_500],
  ['1,250.750 KWD', 'KWD', 1_250_750],
  ['55.50', 'CHF', 5550],
])('%s is read as %s: %i minor units', (text, currency, minor) => {
  expect(readPrice(text, currency)).toEqual({ ok: true, minor })
})

test.each([
  ['5500.50', 'JPY'],
  ['1.2345', 'KWD'],
  ['1.234', 'EUR', true],
])('%s has too many decimals for %s', (text, currency, isGrouped = false) => {
  expect(readPrice(text, currency).ok).toBe(isGrouped)
})

test('minimum and placeholder prices depend on the unit', () => {
  expect(['EUR', 'JPY', 'KWD'].map(lowestPrice)).toEqual([100, 1, 100])
  expect([isPlaceholderPrice(999_999, 'JPY'), isPlaceholderPrice(999_999, 'EUR')]).toEqual([true, false])
  expect([isPlaceholderPrice(99_999_900, 'KWD'), isPlaceholderPrice(12_345_000, 'KWD')]).toEqual([false, true])
})

test('the market currency is the default', () => {
  setMarketCurrency('JPY')
  expect(marketCurrency()).toBe('JPY')
  expect(readPrice('1.980')).toEqual({ ok: true, minor: 1980 })
  expect(writeSearch({ ...EMPTY_SEARCH, priceMax: 1980 }).get('price_max')).toBe('1980')
})
