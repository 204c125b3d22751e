import type { PageDocument } from '../../backend/src/http/page-document.ts'
import { paths } from '../contract/paths.ts'
import { HOME_SEARCH, readCategories, readCategoryCounts, readSearchPage } from '../contract/public-reads.ts'
import type { PageQuestion } from './page-question.ts'

const WORDS = 'Used and loved things from people near you: look around, ask, agree and meet. Posting an ad is free.'

/** The front of the market: `/` and, for whoever has signed in, `/home`. */
export async function homePage({ site, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { client, answers } = visitor
  await Promise.all([readSearchPage(client, HOME_SEARCH), readCategories(client), readCategoryCounts(client)])
  const canonical = `${publicUrl}${paths.home}`
  return {
    status: 200,
    title: `Buy and sell nearby · ${brandName}`,
    description: WORDS,
    canonical,
    social: {
      title: `${brandName}: buy and sell nearby`,
      description: WORDS,
      type: 'website',
      url: canonical,
      site_name: brandName,
    },
    alternates: [{ type: 'application/rss+xml', title: 'The newest ads', href: '/feed.xml' }],
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: brandName,
        url: canonical,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${publicUrl}${paths.browse}?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
    firstReads: answers,
  }
}

/** Every category, side by side. */
export async function categoriesPage({ site, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { client, answers } = visitor
  await Promise.all([readSearchPage(client, HOME_SEARCH), readCategories(client), readCategoryCounts(client)])
  const canonical = `${publicUrl}${paths.categories}`
  const description = `Every kind of thing on ${brandName} with how many there are: furniture, clothes, bicycles, books and more.`
  return {
    status: 200,
    title: `Categories · ${brandName}`,
    description,
    canonical,
    social: { title: 'Categories', description, type: 'website', url: canonical, site_name: brandName },
    firstReads: answers,
  }
}
