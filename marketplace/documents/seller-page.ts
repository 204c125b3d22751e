import type { PageDocument } from '../../backend/src/http/page-document.ts'
import { paths } from '../contract/paths.ts'
import { adsOfSeller, readCategories, readSearchPage, readSeller } from '../contract/public-reads.ts'
import type { PageQuestion } from './page-question.ts'
import { summary } from './wording.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Somebody's stall. */
export async function sellerPage({ site, visitor }: PageQuestion, id: string): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { client, answers } = visitor
  const noStall: PageDocument = { status: 404, title: `No such stall · ${brandName}`, robots: 'noindex' }
  if (!UUID.test(id)) return noStall
  const [{ data: seller, error }] = await Promise.all([
    readSeller(client, id),
    readSearchPage(client, adsOfSeller(id)),
    readCategories(client),
  ])
  if (error) throw error
  if (!seller) return noStall
  const place = [...new Set([seller.area, seller.city])].filter(Boolean).join(', ')
  const count = seller.active_count === 1 ? 'One thing' : `${seller.active_count} things`
  const description = summary(
    [`${count} on offer${place ? ` in ${place}` : ''}`, seller.bio].filter(Boolean).join('. '),
  )
  const url = `${publicUrl}${paths.seller(seller.id)}`
  return {
    status: 200,
    title: `${seller.display_name} · ${brandName}`,
    description,
    canonical: url,
    social: { title: seller.display_name, description, type: 'profile', url, site_name: brandName },
    alternates: [
      { type: 'application/rss+xml', title: `New from ${seller.display_name}`, href: `/feed.xml?seller=${seller.id}` },
    ],
    firstReads: answers,
  }
}
