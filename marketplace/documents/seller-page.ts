import type { PageDocument } from '../../backend/src/http/page-document.ts'
import { paths } from '../contract/paths.ts'
import { adsOfSeller, readCategories, readSearchPage, readSeller } from '../contract/public-reads.ts'
import { inLanguageOf, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'
import { summary } from './wording.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Somebody's stall. */
export async function sellerPage({ site, reader, visitor }: PageQuestion, id: string): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { language, t } = reader
  const { client, answers } = visitor
  const noStall: PageDocument = { status: 404, title: `${t('No such stall')} · ${brandName}`, robots: 'noindex' }
  if (!UUID.test(id)) return noStall
  const [{ data: seller, error }] = await Promise.all([
    readSeller(client, id),
    readSearchPage(client, adsOfSeller(id)),
    readCategories(client, language),
  ])
  if (error) throw error
  if (!seller) return noStall
  const place = [...new Set([seller.area, seller.city])].filter(Boolean).join(', ')
  const count = seller.active_count
  const offered = place
    ? t('{count, plural, one {One thing on offer in {place}} other {# things on offer in {place}}}', { count, place })
    : t('{count, plural, one {One thing on offer} other {# things on offer}}', { count })
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
        title: t('New from {name}', { name: seller.display_name }),
        href: inLanguageOf(reader, `/feed.xml?seller=${seller.id}`),
      },
    ],
    firstReads: answers,
    isDrawn: true,
  }
}
