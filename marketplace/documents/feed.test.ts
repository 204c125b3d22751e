import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { feed } from './feed.ts'
import { sitemap, sitemapIndex } from './sitemap.ts'

const SITE = { brandName: 'Souk ]]> & <b>', publicUrl: 'https://souk.example', publishableKey: 'key' }
const HOSTILE = [
  ']]>]]></description></item><item><title>forged</title></item>',
  'x]]>]]></q>',
  '<![CDATA[open',
  '&lt;&#0;&nbsp;&undefined;',
  '<!--', // an open comment
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '"\'><?php',
  'a\u0000\u0001\u0008\u001f\u007f\ufffe\uffff\ud800z 🪔',
  '\u202eright to left',
]
/** The characters of a text that XML 1.0 allows. */
const sayable = (text: string) => text.replaceAll(/[^\P{Cc}\t\n\r\x7F-\x9F]|[\uFFFE\uFFFF]|\p{Cs}/gu, '')

const ad = (number: number, hostile: string) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  title: `title ${hostile}`,
  price_minor: 100,
  currency: 'EUR',
  type: hostile,
  condition: hostile,
  city: `city ${hostile}`,
  area: `area ${hostile}`,
  state: hostile,
  seller: { id: hostile, display_name: hostile },
  cover: { path: `a/${sayable(hostile)}`, alt: hostile },
  published_at: '2026-01-01T00:00:00Z',
})

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Parses a document with a parser that accepts only well-formed XML 1.0. */
function parseStrictly(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return root
}

function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

test('no text of an ad, of the search or of the brand changes the structure of a feed', async () => {
  const items = HOSTILE.map((hostile, at) => ad(at, hostile))
  const visit = async (path: string) =>
    path.includes('search_listings')
      ? Response.json({ items, total: items.length, facets: null })
      : Response.json(HOSTILE.map((hostile, at) => ({ slug: `kind-${at}`, parent: null, name: `name ${hostile}` })))
  const searches: Record<string, string>[] = [
    ...HOSTILE.map((hostile) => ({ q: hostile, city: hostile })),
    ...HOSTILE.map((_, at) => ({ category: `kind-${at}` })),
  ]
  for (const asked of searches) {
    const search = new URLSearchParams(asked)
    const url = new URL(`/feed.xml?${search}`, SITE.publicUrl)
    const xml = await (await feed(SITE).answer({ url, language: 'en', visit, params: {} })).text()
    const [rss] = childrenOf(parseStrictly(xml), 'rss')
    const [channel] = childrenOf(rss, 'channel')
    const named = asked.category ? `name ${HOSTILE[Number(asked.category.slice('kind-'.length))]}` : ''
    expect(childrenOf(channel, 'title')[0]?.text).toContain(sayable(named))
    expect(childrenOf(channel, 'title')[0]?.text).toContain(SITE.brandName)
    expect(childrenOf(channel, 'atom:link')[0]?.attributes.href).toBe(url.href)
    const read = childrenOf(channel, 'item')
    expect(read.map((item) => item.children.map(({ name }) => name).sort())).toEqual(
      items.map(() => ['description', 'enclosure', 'guid', 'link', 'pubDate', 'title']),
    )
    for (const [at, item] of read.entries()) {
      const from = items[at]
      expect(childrenOf(item, 'title')[0]?.text).toContain(sayable(from?.title ?? 'none'))
      expect(childrenOf(item, 'description')[0]?.text).toContain(sayable(`${from?.area}, ${from?.city}`))
      expect(childrenOf(item, 'guid')[0]?.text).toBe(`${SITE.publicUrl}/listing/${from?.id}`)
      expect(item.children.flatMap(({ children }) => children)).toEqual([])
    }
  }
})

test('no slug of a category changes the structure of a site map', async () => {
  const slugs = HOSTILE.map(sayable)
  const visit = async () =>
    Response.json(
      slugs.map((slug) => ({ slug })),
      { headers: { 'content-range': '0-0/1' } },
    )
  const url = new URL('/sitemaps/pages.xml', SITE.publicUrl)
  const pages = await sitemap(SITE).answer({ url, language: 'en', visit, params: { name: 'pages.xml' } })
  const entries = childrenOf(parseStrictly(await pages.text()).children[0], 'url')
  const addresses = entries.map((entry) => childrenOf(entry, 'loc')[0]?.text ?? '')
  expect(addresses.slice(-slugs.length).map((address) => new URL(address).searchParams.get('category'))).toEqual(slugs)
  const index = await sitemapIndex(SITE).answer({ url, language: 'en', visit, params: {} })
  expect(parseStrictly(await index.text()).children[0]?.name).toBe('sitemapindex')
})
