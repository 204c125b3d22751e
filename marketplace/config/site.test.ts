import { expect, test } from 'vitest'
import { loadMarketConfig } from './config.ts'

test('money is in euros and every language is offered unless the operator says otherwise', () => {
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

test('a script that counts brings its attributes, its origins and a name for people', () => {
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

test('public channels are closed unless the operator opens them', () => {
  expect(loadMarketConfig({}).realtime.privateOnly).toBe(true)
  expect(loadMarketConfig({ REALTIME_PRIVATE_ONLY: '0' }).realtime.privateOnly).toBe(false)
})
