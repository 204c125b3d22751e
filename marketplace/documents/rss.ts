import { XMLBuilder } from 'fast-xml-parser'

interface RssItem {
  readonly title: string
  readonly link: string
  readonly description: string
  readonly date: Date
  readonly image?: string
}

export interface RssChannel {
  readonly title: string
  readonly link: string
  readonly feedUrl: string
  readonly description: string
  readonly language: string
  readonly copyright: string
  readonly generator: string
  readonly items: readonly RssItem[]
}

const ATOM = 'http://www.w3.org/2005/Atom'
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: true,
  suppressBooleanAttributes: false, // otherwise an attribute "true" loses its value, which XML does not allow
})

/** An RSS 2.0 document. All text is escaped instead of wrapped in CDATA, which a text could close. */
export function renderRss({ items, feedUrl, ...channel }: RssChannel): string {
  const document = {
    rss: {
      '@version': '2.0',
      '@xmlns:atom': ATOM,
      channel: {
        ...channel,
        lastBuildDate: (items[0]?.date ?? new Date()).toUTCString(),
        docs: 'https://validator.w3.org/feed/docs/rss2.html',
        'atom:link': { '@href': feedUrl, '@rel': 'self', '@type': 'application/rss+xml' },
        item: items.map(({ date, image, ...item }) => ({
          ...item,
          guid: { '@isPermaLink': 'true', '#text': item.link },
          pubDate: date.toUTCString(),
          ...(image && { enclosure: { '@url': image, '@length': '0', '@type': 'image/webp' } }),
        })),
      },
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${removeInvalidCharacters(builder.build(document))}`
}

/** XML 1.0 cannot represent these characters, not even as references (production 2, Char). */
function removeInvalidCharacters(xml: string): string {
  return xml.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
