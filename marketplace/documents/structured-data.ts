import type { Condition, ListingType } from '../contract/ads/listing-values.ts'
import { decimalText } from '../contract/money/money.ts'

/** Ads as schema.org data for search engines. Pure functions of plain data, so that a server can use them as well. */

export interface DescribedListing {
  title: string
  description: string
  type: ListingType
  price_minor: number | null
  currency: string
  condition: Condition | null
  ad_no: number
  expires_at: string | null
  sellerName: string
  /** Whether it is still available. */
  isOnOffer: boolean
  /** Absolute URLs, the cover first. */
  images: readonly string[]
}

export interface Crumb {
  name: string
  /** Absolute. */
  url: string
}

type JsonLd = Readonly<Record<string, unknown>>

const CONTEXT = 'https://schema.org'

const CONDITION = {
  new: 'NewCondition',
  like_new: 'UsedCondition',
  good: 'UsedCondition',
  fair: 'UsedCondition',
  for_parts: 'DamagedCondition',
} as const

const MAX_IMAGES = 3

/** An ad as a Product with an Offer. Null for wanted ads, which sell nothing. */
export function productData(listing: DescribedListing, url: string): JsonLd | null {
  if (listing.type === 'wanted') return null
  const price = listing.type === 'free' ? 0 : listing.price_minor
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name: listing.title,
    ...(listing.description && { description: listing.description }),
    sku: String(listing.ad_no),
    image: listing.images.slice(0, MAX_IMAGES),
    ...(listing.condition && { itemCondition: `${CONTEXT}/${CONDITION[listing.condition]}` }),
    offers: {
      '@type': 'Offer',
      url,
      // With a decimal point, whatever the reader's language, as the format requires.
      ...(price !== null && { price: decimalText(price, listing.currency), priceCurrency: listing.currency }),
      availability: `${CONTEXT}/${listing.isOnOffer ? 'InStock' : 'SoldOut'}`,
      seller: { '@type': 'Person', name: listing.sellerName },
      ...(listing.expires_at && { priceValidUntil: listing.expires_at.slice(0, 10) }),
    },
  }
}

/** The breadcrumb list of a page. */
export function breadcrumbData(crumbs: readonly Crumb[]): JsonLd {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: url,
    })),
  }
}

/** JSON for a script element, escaped so that no ad text can close it. */
export function jsonLdText(data: JsonLd): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
