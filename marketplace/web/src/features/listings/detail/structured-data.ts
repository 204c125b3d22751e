import { paths } from '../../../../../contract/paths.ts'
import { breadcrumbData, jsonLdText, productData } from '../../../../../contract/structured-data.ts'
import { imageUrl } from '../../../ui/image-url.ts'
import type { CategoryTree } from '../categories.ts'
import { isOnOffer, type ListingDetail } from '../listing.ts'

/** What the page of an ad tells search engines, as texts of script elements. */
export function structuredData(listing: ListingDetail, tree: CategoryTree | undefined, origin: string): string[] {
  const url = `${origin}${paths.listing(listing.id)}`
  const images = listing.photos.map(({ path }) => imageUrl('listing-photos', path, { width: 1280, resize: 'contain' }))
  const product = productData(
    { ...listing, images, sellerName: listing.seller.display_name, isOnOffer: isOnOffer(listing) },
    url,
  )
  const way = [
    { name: 'Home', url: `${origin}${paths.home}` },
    ...(tree?.pathTo(listing.category) ?? []).map(({ slug, name }) => ({
      name,
      url: `${origin}${paths.category(slug)}`,
    })),
    { name: listing.title, url },
  ]
  return [...(product ? [product] : []), breadcrumbData(way)].map(jsonLdText)
}
