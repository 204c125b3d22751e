import { expect, test } from 'vitest'
import { loadMarketConfig } from './config.ts'

test('parcel prices are read by country, and anything else is refused by name', () => {
  expect(loadMarketConfig({ DEMO: '0' }).shipping.prices).toEqual({})
  expect(loadMarketConfig({ SHIPPING_PRICES: 'PT=4.20/6.50/11.90;ES=5/7.50/14' }).shipping.prices).toEqual({
    PT: ['4.20', '6.50', '11.90'],
    ES: ['5', '7.50', '14'],
  })
  for (const wrong of ['4.20/6.50/11.90', 'PT=4.20/6.50', 'PT=4,20/6,50/11,90', 'PT=1/2/3;', 'pt=1/2/3']) {
    expect(() => loadMarketConfig({ SHIPPING_PRICES: wrong })).toThrow('SHIPPING_PRICES')
  }
})
