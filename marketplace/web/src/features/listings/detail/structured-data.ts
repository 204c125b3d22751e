import { imageUrl } from '../../../ui/image-url.ts'
import { isOnOffer, type ListingDetail } from '../listing.ts'

const CONDITION_IRI = {
  new: 'NewCondition',
  like_new: 'UsedCondition',
  good: 'UsedCondition',
  fair: 'UsedCondition',
  for_parts: 'DamagedCondition',
} as const

/** The ad as schema.org tells it to search engines (Product with an Offer). Null for wanted ads: nothing is sold there. */
export function structuredData(listing: ListingDetail, url: string): Record<string, unknown> | null {
  if (listing.type === 'wanted') return null
  const price = listing.type === 'free' ? 0 : listing.price_minor
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: listing.title,
    description: listing.description,
    image: listing.photos
      .slice(0, 3)
      .map(({ path }) => imageUrl('listing-photos', path, { width: 1280, resize: 'contain' })),
    ...(listing.condition && { itemCondition: `https://schema.org/${CONDITION_IRI[listing.condition]}` }),
    offers: {
      '@type': 'Offer',
      url,
      // With a dot for the decimals, whatever the reader's language: that is the format's rule.
      ...(price !== null && { price: (price / 100).toFixed(2), priceCurrency: listing.currency }),
      availability: `https://schema.org/${isOnOffer(listing) ? 'InStock' : 'SoldOut'}`,
      ...(listing.expires_at && { priceValidUntil: listing.expires_at.slice(0, 10) }),
    },
  }
}
