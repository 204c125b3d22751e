import type { PageDocument } from 'souk-backend/pages'
import { paths } from '../contract/paths.ts'
import {
  readAttributesOf,
  readCategories,
  readListing,
  readListingFate,
  readSimilar,
  STILL_AVAILABLE,
} from '../contract/public-reads.ts'
import type { Reader } from '../contract/words/say.ts'
import { breadcrumb, wayTo } from './breadcrumb.ts'
import { localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'
import { SHARE_SIZE, sharePath } from './share-image.ts'
import { type DescribedListing, productData } from './structured-data.ts'
import { photoUrl, priceText, type Site, summary } from './wording.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** How long search engines may index a sold ad, for the similar ads it shows. */
const SOLD_DAYS = 90
const DAY_MS = 86_400_000

/** An ad. Answers 404 for one that never existed and 410 for a deleted one, so that search engines drop both. */
export async function listingPage({ site, reader, visitor }: PageQuestion, id: string): Promise<PageDocument> {
  const { client, answers } = visitor
  if (!UUID.test(id)) return notThere(site, 404, reader)
  const [{ data: listing, error }, categories] = await Promise.all([
    readListing(client, id),
    readCategories(client, reader.language),
  ])
  if (error) throw error
  if (!listing) {
    const { data: fate } = await readListingFate(client, id)
    return notThere(site, (fate as { fate?: string } | null)?.fate === 'gone' ? 410 : 404, reader, answers)
  }
  await Promise.all([
    listing.category && readAttributesOf(client, listing.category),
    listing.state === 'sold' && readSimilar(client, listing.id, STILL_AVAILABLE),
  ])
  const { brandName, publicUrl } = site
  const url = `${publicUrl}${paths.listing(listing.id)}`
  const place = [...new Set([listing.area, listing.city])].filter(Boolean).join(', ')
  const price = priceText(listing.price_minor, listing.currency, listing.type, reader)
  const description = summary(
    [[price, place].filter(Boolean).join(', '), listing.description].filter(Boolean).join('. '),
  )
  const product = productData(
    {
      ...(listing as Omit<DescribedListing, 'sellerName' | 'isOnOffer' | 'images'>), // check constraints guarantee the narrower text types
      sellerName: listing.seller.display_name,
      isOnOffer: listing.state === 'active' || listing.state === 'reserved',
      images: listing.photos.map(({ path }) => photoUrl(publicUrl, path)),
    },
    url,
  )
  return {
    status: 200,
    title: `${listing.title} · ${brandName}`,
    description,
    canonical: url,
    ...robotsOf(listing),
    social: {
      title: [listing.title, price].filter(Boolean).join(' · '),
      description,
      type: 'product',
      url,
      site_name: brandName,
      ...localeOf(reader),
      image: `${publicUrl}${sharePath(listing, reader)}`,
      'image:width': String(SHARE_SIZE.width),
      'image:height': String(SHARE_SIZE.height),
      'image:alt': listing.photos[0]?.alt || listing.title,
    },
    jsonLd: [
      ...(product ? [product] : []),
      breadcrumb(publicUrl, wayTo(categories.data ?? [], listing.category), reader, { name: listing.title, url }),
    ],
    firstReads: answers,
    isRendered: true,
  }
}

function robotsOf({
  state,
  sold_at,
  expires_at,
}: {
  state: string
  sold_at: string | null
  expires_at: string | null
}) {
  const until = state === 'sold' && sold_at ? Date.parse(sold_at) + SOLD_DAYS * DAY_MS : Date.parse(expires_at ?? '')
  if (Number.isNaN(until)) return {}
  return { robots: until < Date.now() ? 'noindex' : `unavailable_after: ${new Date(until).toISOString()}` }
}

function notThere(
  { brandName }: Site,
  status: 404 | 410,
  { t }: Reader,
  firstReads: PageDocument['firstReads'] = new Map(),
): PageDocument {
  const title = status === 410 ? t('listing.adGone') : t('listing.noAdHere')
  return { status, title: `${title} · ${brandName}`, robots: 'noindex', firstReads }
}
