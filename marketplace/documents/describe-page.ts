import type { AddressContext, DescribePage, PageDocument } from '../../backend/src/http/page-document.ts'
import { paths } from '../contract/paths.ts'
import { browsePage } from './browse-page.ts'
import { categoriesPage, homePage } from './home-page.ts'
import { listingPage } from './listing-page.ts'
import type { PageQuestion } from './page-question.ts'
import { PRIVATE_PAGES, READING_PAGES } from './plain-pages.ts'
import { sellerPage } from './seller-page.ts'
import { createVisitor } from './visitor.ts'
import type { Site } from './wording.ts'

type PageOf = (question: PageQuestion, id: string) => Promise<PageDocument | null>

const DYNAMIC: readonly (readonly [RegExp, PageOf])[] = [
  [/^\/(?:home)?$/, homePage],
  [/^\/categories$/, categoriesPage],
  [/^\/browse$/, browsePage],
  [/^\/listing\/([^/]+)$/, listingPage],
  [/^\/seller\/([^/]+)$/, sellerPage],
]

/** What each page says before any script runs: who it is, for tabs, search engines and previews, and what it asks first. */
export function createDescribePage(site: Site): DescribePage {
  return async ({ url, visit }: AddressContext) => {
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
    for (const [pattern, page] of DYNAMIC) {
      const match = pattern.exec(path)
      if (match) return page({ site, url, visitor: createVisitor(visit, site.publishableKey) }, match[1] ?? '')
    }
    const reading = READING_PAGES[path]
    if (reading) return readingPage(site, path, reading)
    const title = PRIVATE_PAGES[path] ?? (path.startsWith(`${paths.admin}/`) ? PRIVATE_PAGES[paths.admin] : undefined)
    return title === undefined ? null : { status: 200, title: `${title} · ${site.brandName}`, robots: 'noindex' }
  }
}

function readingPage(
  { brandName, publicUrl }: Site,
  path: string,
  { title, description }: { title: string; description: string },
): PageDocument {
  const words = description.replaceAll('{brand}', brandName)
  const canonical = `${publicUrl}${path}`
  return {
    status: 200,
    title: `${title} · ${brandName}`,
    description: words,
    canonical,
    social: { title, description: words, type: 'website', url: canonical, site_name: brandName },
  }
}
