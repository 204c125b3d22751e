import type { PageDocument } from '../../backend/src/http/page-document.ts'
import { paths } from '../contract/paths.ts'
import { firstPageOf, readAttributesOf, readCategories, readSearchPage } from '../contract/public-reads.ts'
import type { SearchAnswer } from '../contract/search.ts'
import { readSearch, type SearchState, writeSearch } from '../contract/search-state.ts'
import { breadcrumb, wayTo } from './breadcrumb.ts'
import type { PageQuestion } from './page-question.ts'

/** A search: its first ads, and a feed of what will be new in it. */
export async function browsePage({ site, url, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { client, answers } = visitor
  const { state } = readSearch(url.searchParams)
  const [found, categories] = await Promise.all([
    readSearchPage(client, firstPageOf(state)),
    readCategories(client),
    state.category ? readAttributesOf(client, state.category) : null,
  ])
  const way = wayTo(categories.data ?? [], state.category)
  const name = headingOf(state, way.at(-1)?.name ?? null)
  const total = (found.data as unknown as SearchAnswer | null)?.total ?? null
  const description = `${total === null ? 'Things' : total === 1 ? 'One thing' : `${total} things`} on ${brandName} from people near you: ${name}.`
  const canonical = `${publicUrl}${state.category ? paths.category(state.category) : paths.browse}`
  const search = writeSearch({ ...state, page: 1, view: 'grid' })
  return {
    status: 200,
    title: `${name} · ${brandName}`,
    description,
    canonical,
    // Of the endless number of searches only the plain ones are worth knowing.
    ...(search.size > (state.category ? 1 : 0) && { robots: 'noindex, follow' }),
    social: { title: name, description, type: 'website', url: url.href, site_name: brandName },
    alternates: [
      { type: 'application/rss+xml', title: `New: ${name}`, href: `/feed.xml${search.size > 0 ? `?${search}` : ''}` },
    ],
    jsonLd: [breadcrumb(publicUrl, way)],
    firstReads: answers,
  }
}

/** What a search is called: as the page's own heading in English. */
export function headingOf({ q, near, box }: SearchState, categoryName: string | null): string {
  const what = q ? `“${q}”${categoryName ? ` in ${categoryName}` : ''}` : (categoryName ?? 'Everything for sale')
  if (box) return `${what} in this area`
  if (!near) return what
  return `${what} near ${near.label ?? 'the chosen point'}`
}
