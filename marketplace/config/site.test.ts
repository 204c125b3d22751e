import { expect, test } from 'vitest'
import { loadMarketConfig } from './config.ts'

test('the currency is the euro and every language is offered by default', () => {
  expect(loadMarketConfig({})).toMatchObject({ currency: 'EUR', languages: [], analytics: null })
  expect(loadMarketConfig({ CURRENCY: 'CHF', LANGUAGES: 'de, fr' })).toMatchObject({
    currency: 'CHF',
    languages: ['de', 'fr'],
  })
  // Without cents, and with three decimals.
  expect(['JPY', 'KWD'].map((CURRENCY) => loadMarketConfig({ CURRENCY }).currency)).toEqual(['JPY', 'KWD'])
})

test.each([
  { CURRENCY: 'XXQ' },
  { CURRENCY: 'euro' },
  { LANGUAGES: 'German' },
  { ANALYTICS_SCRIPT_URL: 'counts.example.com/script.js' },
  { ANALYTICS_SCRIPT_URL: "https://counts.example.com/a.js; script-src 'unsafe-inline'" },
  { ANALYTICS_ATTRIBUTES: 'data-domain=market.example.com' },
  { ANALYTICS_SCRIPT_URL: 'https://counts.example.com/a.js', ANALYTICS_ATTRIBUTES: 'onload=alert(1)' },
])('%o is refused', (environment) => {
  expect(() => loadMarketConfig(environment)).toThrow(Object.keys(environment).at(-1))
})

test('an analytics script has attributes, origins and a display name', () => {
  const given = {
    ANALYTICS_SCRIPT_URL: 'https://counts.example.com/js/script.js',
    ANALYTICS_ATTRIBUTES: 'data-domain=market.example.com, data-api=https://in.example.com/api?a=b',
    ANALYTICS_ORIGINS: 'https://in.example.com',
  }
  expect(loadMarketConfig(given).analytics).toEqual({
    scriptUrl: given.ANALYTICS_SCRIPT_URL,
    attributes: { 'data-domain': 'market.example.com', 'data-api': 'https://in.example.com/api?a=b' },
    origins: ['https://counts.example.com', 'https://in.example.com'],
    name: 'counts.example.com',
  })
})

test('public channels are closed by default', () => {
  expect(loadMarketConfig({}).realtime.privateOnly).toBe(true)
  expect(loadMarketConfig({ REALTIME_PRIVATE_ONLY: '0' }).realtime.privateOnly).toBe(false)
})
