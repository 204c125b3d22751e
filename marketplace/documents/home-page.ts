import type { PageDocument } from 'souk-backend/pages'
import { paths } from '../contract/paths.ts'
import { HOME_SEARCH, readCategories, readCategoryCounts, readSearchPage } from '../contract/public-reads.ts'
import { inEveryLanguage, inLanguageOf, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'

/** The home page: `/` and, for signed-in users, `/home`. */
export async function homePage({ site, url, reader, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { language, t } = reader
  const { client, answers } = visitor
  await Promise.all([readSearchPage(client, HOME_SEARCH), readCategories(client, language), readCategoryCounts(client)])
  const front = `${publicUrl}${paths.home}`
  const addresses = inEveryLanguage(front, url)
  const description = t('documents.home.description')
  return {
    status: 200,
    title: `${t('home.buyAndSellNearby')} · ${brandName}`,
    description,
    ...addresses,
    social: {
      title: t('documents.home.title', { brandName }),
      description,
      type: 'website',
      url: addresses.canonical,
      site_name: brandName,
      ...localeOf(reader),
    },
    alternates: [
      { type: 'application/rss+xml', title: t('home.theNewestAds'), href: inLanguageOf(reader, '/feed.xml') },
    ],
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: brandName,
        url: front,
        inLanguage: language,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${publicUrl}${paths.browse}?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
    firstReads: answers,
    isRendered: true,
  }
}

/** The overview of all categories. */
export async function categoriesPage({ site, url, reader, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { language, t } = reader
  const { client, answers } = visitor
  await Promise.all([readCategories(client, language), readCategoryCounts(client)])
  const addresses = inEveryLanguage(`${publicUrl}${paths.categories}`, url)
  const title = t('shell.categories')
  const description = t('documents.categories.description', { brandName })
  return {
    status: 200,
    title: `${title} · ${brandName}`,
    description,
    ...addresses,
    social: {
      title,
      description,
      type: 'website',
      url: addresses.canonical,
      site_name: brandName,
      ...localeOf(reader),
    },
    firstReads: answers,
    isRendered: true,
  }
}
