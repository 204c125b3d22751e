import type { PageDocument } from 'souk-backend/pages'
import { paths } from '../contract/paths.ts'
import { adsOfSeller, readCategories, readSearchPage, readSeller } from '../contract/public-reads.ts'
import { readReviewsOf } from '../contract/public-reviews.ts'
import { inLanguageOf, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'
import { summary } from './wording.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A seller page. */
export async function sellerPage({ site, reader, visitor }: PageQuestion, id: string): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { language, t } = reader
  const { client, answers } = visitor
  const notFound: PageDocument = { status: 404, title: `${t('seller.notFound')} · ${brandName}`, robots: 'noindex' }
  if (!UUID.test(id)) return notFound
  const [{ data: seller, error }] = await Promise.all([
    readSeller(client, id),
    readSearchPage(client, adsOfSeller(id)),
    readCategories(client, language),
    readReviewsOf(client, id, 0),
  ])
  if (error) throw error
  if (!seller) return notFound
  const place = [...new Set([seller.area, seller.city])].filter(Boolean).join(', ')
  const count = seller.active_count
  const offered = place
    ? t('documents.seller.descriptionIn', { count, place })
    : t('documents.seller.description', { count })
  const description = summary([offered, seller.bio].filter(Boolean).join('. '))
  const url = `${publicUrl}${paths.seller(seller.id)}`
  return {
    status: 200,
    title: `${seller.display_name} · ${brandName}`,
    description,
    canonical: url,
    social: {
      title: seller.display_name,
      description,
      type: 'profile',
      url,
      site_name: brandName,
      ...localeOf(reader),
    },
    alternates: [
      {
        type: 'application/rss+xml',
        title: t('documents.newFrom', { name: seller.display_name }),
        href: inLanguageOf(reader, `/feed.xml?seller=${seller.id}`),
      },
    ],
    firstReads: answers,
    isRendered: true,
  }
}
