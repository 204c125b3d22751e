import type { WebDocument } from 'souk-backend/pages'
import { jsonOf } from '../contract/json-of.ts'
import { paths } from '../contract/paths.ts'
import { readCategories, readSearchPage } from '../contract/public-reads.ts'
import { readSearch } from '../contract/search/read-search.ts'
import type { ListingSearch, SearchAnswer } from '../contract/search/search.ts'
import { searchParams } from '../contract/search/search-params.ts'
import { writeSearch } from '../contract/search/search-state.ts'
import { translatorFor } from '../contract/words/translator.ts'
import { wayTo } from './breadcrumb.ts'
import { headingOf } from './browse-page.ts'
import { renderRss } from './rss.ts'
import { createVisitor } from './visitor.ts'
import { photoUrl, priceText, type Site } from './wording.ts'

const ITEMS = 48
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `/feed.xml?…`: new ads of a search (the query of its URL on /browse) or, with `seller`, of one seller, as RSS 2.0. */
export function feed(site: Site): WebDocument {
  return {
    path: '/feed.xml',
    async answer({ url, language, visit }) {
      const { brandName, publicUrl, publishableKey } = site
      const reader = translatorFor(language)
      const { t } = reader
      const { client } = createVisitor(visit, publishableKey)
      const { state } = readSearch(url.searchParams)
      const seller = UUID.exec(url.searchParams.get('seller') ?? '')?.[0]
      const asked: ListingSearch = { ...searchParams(state), ...(seller && { seller }), sort: 'newest', limit: ITEMS }
      const [{ data, error }, categories] = await Promise.all([
        readSearchPage(client, asked),
        readCategories(client, reader.language),
      ])
      if (error) throw error
      const { items } = jsonOf<SearchAnswer>(data)
      const name = headingOf(state, wayTo(categories.data ?? [], state.category).at(-1)?.name ?? null, reader)
      const search = writeSearch({ ...state, sort: null, page: 1 })
      const link = `${publicUrl}${seller ? paths.seller(seller) : `${paths.browse}${search.size > 0 ? `?${search}` : ''}`}`
      const rss = renderRss({
        title: `${name} · ${brandName}`,
        link,
        feedUrl: `${publicUrl}/feed.xml${url.search}`,
        description: t('documents.feed.description', { brandName, name }),
        language: reader.language,
        copyright: t('documents.feed.rights'),
        generator: brandName,
        items: items.map((ad) => {
          const price = priceText(ad.price_minor, ad.currency, ad.type, reader)
          const place = [...new Set([ad.area, ad.city])].filter(Boolean).join(', ')
          return {
            title: [ad.title, price].filter(Boolean).join(' · '),
            link: `${publicUrl}${paths.listing(ad.id)}`,
            description: [price, place].filter(Boolean).join(', '),
            date: new Date(ad.published_at),
            ...(ad.cover && { image: photoUrl(publicUrl, ad.cover.path) }),
          }
        }),
      })
      return new Response(rss, {
        headers: {
          'content-type': 'application/rss+xml; charset=utf-8',
          'cache-control': 'public, max-age=300',
          vary: 'Accept-Language',
        },
      })
    },
  }
}
