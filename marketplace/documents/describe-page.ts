import type { AddressContext, DescribePage, PageDocument } from 'souk-backend/pages'
import { isKnownPath, paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { translatorFor } from '../contract/words/translator.ts'
import { articlePage } from './article-page.ts'
import { browsePage } from './browse-page.ts'
import { categoriesPage, homePage } from './home-page.ts'
import { listingPage } from './listing-page.ts'
import { inEveryLanguage, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'
import { privatePageAt, readingPageAt } from './plain-pages.ts'
import { sellerPage } from './seller-page.ts'
import { transparencyPage } from './transparency-page.ts'
import { createVisitor } from './visitor.ts'
import type { Site } from './wording.ts'

type PageOf = (question: PageQuestion, id: string) => Promise<PageDocument>

const DYNAMIC: readonly (readonly [RegExp, PageOf])[] = [
  [/^\/(?:home)?$/, homePage],
  [/^\/categories$/, categoriesPage],
  [/^\/browse$/, browsePage],
  [/^\/transparency$/, transparencyPage],
  [/^\/listing\/([^/]+)$/, listingPage],
  [/^\/seller\/([^/]+)$/, sellerPage],
  [/^\/help\/(?!(?:safety|account|posting)$)([^/]+)$/, articlePage],
]

/** Describes each page without scripts: its metadata for tabs, search engines and previews, and its first requests. */
export function createDescribePage(site: Site): DescribePage {
  return async (context) => {
    const reader = translatorFor(context.language)
    const { t } = reader
    return {
      ...(await describe(site, context, reader)),
      withoutScript: t('documents.javascriptNeeded'),
    }
  }
}

async function describe(site: Site, { url, visit }: AddressContext, reader: Reader): Promise<PageDocument> {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  for (const [pattern, page] of DYNAMIC) {
    const match = pattern.exec(path)
    if (match) return page({ site, url, reader, visitor: createVisitor(visit, site.publishableKey) }, match[1] ?? '')
  }
  const { brandName } = site
  const reading = readingPageAt(path, brandName, reader)
  if (reading) return readingPage(site, { path, url, reader, ...reading })
  const { t } = reader
  const title = privatePageAt(path, reader)
  if (title !== null) return { status: 200, title: `${title} · ${brandName}`, robots: 'noindex' }
  if (isKnownPath(path)) return { status: 200, title: `${t('home.buyAndSellNearby')} · ${brandName}` }
  return { status: 404, title: `${t('common.notFound')} · ${brandName}`, robots: 'noindex' }
}

interface Reading {
  readonly path: string
  readonly url: URL
  readonly reader: Reader
  readonly title: string
  readonly description: string
}

function readingPage({ brandName, publicUrl }: Site, { path, url, reader, title, description }: Reading): PageDocument {
  const addresses = inEveryLanguage(`${publicUrl}${path}`, url)
  return {
    status: 200,
    title: `${title} · ${brandName}`,
    description,
    isRendered: path !== paths.contact,
    ...addresses,
    social: {
      title,
      description,
      type: 'website',
      url: addresses.canonical,
      site_name: brandName,
      ...localeOf(reader),
    },
  }
}
