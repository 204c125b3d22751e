import escaped from 'escape-html'
import { minorPerUnit } from '../../contract/money/money.ts'
import type { Row } from './read-rows.ts'

/**
 * The export's index page, without scripts: the user's ads with photos, and their messages. All row content is escaped, and the page is
 * streamed as rows arrive.
 */

const POLICY =
  "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}' +
  'article{border-top:1px solid #bbb;padding:1rem 0}img{max-width:12rem;max-height:12rem;margin:.25rem .5rem .25rem 0}' +
  'p{white-space:pre-wrap;overflow-wrap:anywhere}small{color:#555}'

export interface PageRows {
  readonly profile: AsyncIterable<Row>
  readonly ads: AsyncIterable<Row>
  readonly photos: AsyncIterable<Row>
  readonly messages: AsyncIterable<Row>
}

/** @param files other files of the export, linked at the end */
export async function* indexPage(rows: PageRows, me: string, files: readonly string[]): AsyncGenerator<string> {
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8">`
  yield `<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">`
  yield `<meta name="viewport" content="width=device-width"><title>My data</title><style>${STYLE}</style></head><body>`
  for await (const one of rows.profile)
    yield `${tag('h1', text(one.display_name) || 'My data')}${tag('p', text(one.bio))}`
  const byAd = new Map<string, Row[]>()
  for await (const photo of rows.photos) {
    const ad = text(photo.listing_id)
    byAd.set(ad, [...(byAd.get(ad) ?? []), photo])
  }
  yield tag('h2', 'Ads')
  for await (const ad of rows.ads) yield adArticle(ad, byAd.get(text(ad.id)) ?? [])
  yield tag('h2', 'Messages')
  for await (const message of rows.messages) yield messageArticle(message, me)
  const links = files.map((file) => `<li><a href="${escaped(file)}">${escaped(file)}</a></li>`)
  yield `${tag('h2', 'Files')}<ul>${links.join('')}</ul></body></html>\n`
}

function adArticle(ad: Row, photos: readonly Row[]): string {
  const facts = [priceOf(ad), text(ad.state), text(ad.area), text(ad.city), text(ad.created_at).slice(0, 10)]
  const pictures = photos.map(
    ({ path, alt }) => `<img loading="lazy" src="${escaped(fileOf(text(path)))}" alt="${escaped(text(alt))}">`,
  )
  const said = [tag('h3', text(ad.title) || 'Untitled'), tag('small', facts.filter(Boolean).join(', '))]
  return `<article>${said.join('')}${tag('p', text(ad.description))}${pictures.join('')}</article>`
}

function messageArticle(message: Row, me: string): string {
  const from = message.sender_id === me ? 'You' : 'The other person'
  const when = text(message.created_at).slice(0, 16).replace('T', ' ')
  const head = tag('small', `${from}, ${when}, conversation ${text(message.conversation_id)}`)
  return `<article>${head}${tag('p', text(message.body) || `(${text(message.kind)})`)}</article>`
}

function priceOf({ price_minor: minor, currency }: Row): string {
  return typeof minor === 'number' ? `${minor / minorPerUnit(text(currency))} ${text(currency)}` : ''
}

/** Relative URL of an ad's photo in the export. */
function fileOf(path: string): string {
  return `photos/listing-photos/${path.split('/').map(encodeURIComponent).join('/')}`
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function tag(name: 'h1' | 'h2' | 'h3' | 'p' | 'small', content: string): string {
  return `<${name}>${escaped(content)}</${name}>`
}
