import { Feed } from 'feed'
import type { WebDocument } from '../../backend/src/http/page-document.ts'
import { paths } from '../contract/paths.ts'
import { readCategories, readSearchPage } from '../contract/public-reads.ts'
import type { ListingSearch, SearchAnswer } from '../contract/search.ts'
import { searchParams } from '../contract/search-params.ts'
import { readSearch, writeSearch } from '../contract/search-state.ts'
import { speakerFor } from '../contract/words/speaker.ts'
import { wayTo } from './breadcrumb.ts'
import { headingOf } from './browse-page.ts'
import { createVisitor } from './visitor.ts'
import { photoUrl, priceText, type Site } from './wording.ts'

const ITEMS = 48
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `/feed.xml?…`: what is new in a search (the query of its address on /browse) or, with `seller`, of one stall, as RSS 2.0. */
export function feed(site: Site): WebDocument {
  return {
    path: '/feed.xml',
    async answer({ url, language, visit }) {
      const { brandName, publicUrl, publishableKey } = site
      const reader = speakerFor(language)
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
      const { items } = data as unknown as SearchAnswer // by the contract of search_listings
      const name = headingOf(state, wayTo(categories.data ?? [], state.category).at(-1)?.name ?? null, reader)
      const search = writeSearch({ ...state, sort: null, page: 1 })
      const link = `${publicUrl}${seller ? paths.seller(seller) : `${paths.browse}${search.size > 0 ? `?${search}` : ''}`}`
      const news = new Feed({
        title: `${name} · ${brandName}`,
        description: t('What is new on {brandName}: {name}.', { brandName, name }),
        id: link,
        link,
        copyright: t('Each ad belongs to whoever wrote it.'),
        feedLinks: { rss: `${publicUrl}/feed.xml${url.search}` },
        generator: brandName,
        language: reader.language,
        ...(items[0] && { updated: new Date(items[0].published_at) }),
      })
      for (const ad of items) {
        const address = `${publicUrl}${paths.listing(ad.id)}`
        const price = priceText(ad.price_minor, ad.currency, ad.type, reader)
        const place = [...new Set([ad.area, ad.city])].filter(Boolean).join(', ')
        news.addItem({
          title: [ad.title, price].filter(Boolean).join(' · '),
          id: address,
          link: address,
          description: [price, place].filter(Boolean).join(', '),
          date: new Date(ad.published_at),
          ...(ad.cover && { image: photoUrl(publicUrl, ad.cover.path) }),
        })
      }
      return new Response(asXml(news.rss2()), {
        headers: {
          'content-type': 'application/rss+xml; charset=utf-8',
          'cache-control': 'public, max-age=300',
          vary: 'Accept-Language',
        },
      })
    },
  }
}

/** Without the characters that XML does not have: one of them, in the words of one ad or of the search, would end the feed for every reader. */
function asXml(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
