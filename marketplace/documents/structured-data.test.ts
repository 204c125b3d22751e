import { expect, test } from 'vitest'
import { breadcrumbData, type DescribedListing, jsonLdText, productData } from './structured-data.ts'

const URL = 'https://example.com/listing/1'
const stool: DescribedListing = {
  title: 'Painted wooden stool',
  description: 'Solid pine.',
  type: 'sell',
  price_minor: 1650,
  currency: 'EUR',
  condition: 'good',
  ad_no: 100_001,
  expires_at: '2026-03-01T09:00:00Z',
  sellerName: 'Inês M.',
  isOnOffer: true,
  images: [
    'https://example.com/1.jpg',
    'https://example.com/2.jpg',
    'https://example.com/3.jpg',
    'https://example.com/4.jpg',
  ],
}

test('prices have a dot and two decimals, and an available ad is in stock until it expires', () => {
  expect(productData(stool, URL)).toMatchObject({
    '@type': 'Product',
    image: stool.images.slice(0, 3),
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      url: URL,
      price: '16.50',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      priceValidUntil: '2026-03-01',
    },
  })
})

test('missing fields are left out', () => {
  expect(productData(stool, URL)).toHaveProperty('description', 'Solid pine.')
  const product = productData({ ...stool, description: '', condition: null }, URL)
  expect(product).not.toHaveProperty('description')
  expect(product).not.toHaveProperty('itemCondition')
})

test('a sold ad is sold out, a price on request has no price, and a wanted ad is not a product', () => {
  expect(productData({ ...stool, isOnOffer: false }, URL)).toMatchObject({
    offers: { availability: 'https://schema.org/SoldOut' },
  })
  expect(productData({ ...stool, price_minor: null }, URL)?.offers).not.toHaveProperty('price')
  expect(productData({ ...stool, type: 'free', price_minor: null }, URL)).toMatchObject({ offers: { price: '0.00' } })
  expect(productData({ ...stool, type: 'wanted' }, URL)).toBeNull()
})

test('breadcrumb positions start at one', () => {
  const crumbs = [
    { name: 'Home', url: 'https://example.com/' },
    { name: 'Furniture', url: 'https://example.com/browse?category=furniture' },
  ]
  expect(breadcrumbData(crumbs).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://example.com/' },
    { '@type': 'ListItem', position: 2, name: 'Furniture', item: 'https://example.com/browse?category=furniture' },
  ])
})

test('a title cannot close the script element', () => {
  const text = jsonLdText(productData({ ...stool, title: '</script><script>alert(1)</script>' }, URL) ?? {})
  expect(text).not.toContain('<')
  expect(JSON.parse(text).name).toBe('</script><script>alert(1)</script>')
})
