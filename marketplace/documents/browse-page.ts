import type { PageDocument } from 'souk-backend/pages'
import { jsonOf } from '../contract/json-of.ts'
import { paths } from '../contract/paths.ts'
import {
  firstPageOf,
  laterPageOf,
  MAX_FIRST_PAGES,
  readAttributesOf,
  readCategories,
  readSearchPage,
} from '../contract/public-reads.ts'
import { readSearch } from '../contract/search/read-search.ts'
import type { SearchAnswer } from '../contract/search/search.ts'
import { type SearchState, writeSearch } from '../contract/search/search-state.ts'
import type { Reader, Say } from '../contract/words/say.ts'
import { breadcrumb, wayTo } from './breadcrumb.ts'
import { inEveryLanguage, inLanguageOf, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'

/** A search: its first results, and a feed of new ones. */
export async function browsePage({ site, url, reader, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { language, t } = reader
  const { client, answers } = visitor
  const { state } = readSearch(url.searchParams)
  const [found, categories] = await Promise.all([
    readSearchPage(client, firstPageOf(state)),
    readCategories(client, language),
    state.category ? readAttributesOf(client, state.category) : null,
  ])
  const way = wayTo(categories.data ?? [], state.category)
  const isStray = state.category !== null && categories.data !== null && way.length === 0
  if (!isStray) await readFurther(visitor, state, found.data)
  const name = headingOf(state, way.at(-1)?.name ?? null, reader)
  const count = found.data === null ? null : jsonOf<SearchAnswer>(found.data).total
  const description = !count
    ? t('documents.browse.few', { brandName, name })
    : t('documents.browse.description', { count, brandName, name })
  const search = writeSearch({ ...state, page: 1, view: 'grid' })
  return {
    status: 200,
    title: `${name} · ${brandName}`,
    description,
    ...inEveryLanguage(
      `${publicUrl}${state.category && !isStray ? paths.category(state.category) : paths.browse}`,
      url,
    ),
    // The number of searches is unlimited; only the simple ones should be indexed.
    ...((isStray || search.size > (state.category ? 1 : 0)) && { robots: 'noindex, follow' }),
    social: {
      title: name,
      description,
      type: 'website',
      url: url.href,
      site_name: brandName,
      ...localeOf(reader),
    },
    alternates: [
      {
        type: 'application/rss+xml',
        title: t('documents.newIn', { name }),
        href: inLanguageOf(reader, `/feed.xml${search.size > 0 ? `?${search}` : ''}`),
      },
    ],
    jsonLd: [breadcrumb(publicUrl, way, reader)],
    firstReads: answers,
    // An unknown category is handled by the page itself; maps are rendered by the browser only.
    isRendered: !isStray && state.view !== 'map',
  }
}

/** Reads the further result pages that the URL asks for: they are part of the page for clients without scripts. */
async function readFurther({ client }: PageQuestion['visitor'], state: SearchState, first: unknown): Promise<void> {
  let page = first as SearchAnswer | null
  for (let open = 1; page?.next_cursor && open < Math.min(state.page, MAX_FIRST_PAGES); open += 1) {
    const { data } = await readSearchPage(client, laterPageOf(state, page.next_cursor))
    page = data as SearchAnswer | null
  }
}

/** The title of a search, the same as the page's heading. */
export function headingOf({ q, near, box }: SearchState, categoryName: string | null, { t }: Reader): string {
  const what = q ? quoted(q, categoryName, t) : (categoryName ?? t('browse.everythingForSale'))
  if (box) return t('browse.whatInThisArea', { what })
  if (!near) return what
  const { label } = near
  return label ? t('browse.whatNear', { what, shortPlace: label }) : t('browse.whatNearPoint', { what })
}

function quoted(q: string, categoryName: string | null, t: Say): string {
  return categoryName ? t('browse.wordsInCategory', { q, categoryName }) : t('browse.quotedWords', { q })
}
