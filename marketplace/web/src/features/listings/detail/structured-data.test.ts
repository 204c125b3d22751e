import { expect, test } from 'vitest'
import { aListingDetail } from '../listing.fixtures.ts'
import { structuredData } from './structured-data.ts'

const URL = 'https://example.com/listing/1'

test('prices have a dot and two decimals, and an ad on offer is in stock', () => {
  const data = structuredData(aListingDetail({ price_minor: 1650, condition: 'good' }), URL)
  expect(data).toMatchObject({
    itemCondition: 'https://schema.org/UsedCondition',
    offers: { price: '16.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  })
})

test('a sold ad is sold out, a price on request is not invented, and a wanted ad is no product', () => {
  expect(structuredData(aListingDetail({ state: 'sold' }), URL)).toMatchObject({
    offers: { availability: 'https://schema.org/SoldOut' },
  })
  const onRequest = structuredData(aListingDetail({ price_minor: null, price_type: 'on_request' }), URL)
  expect(onRequest?.offers).not.toHaveProperty('price')
  expect(structuredData(aListingDetail({ type: 'wanted' }), URL)).toBeNull()
})
