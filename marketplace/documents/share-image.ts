import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { VisitorFetch, WebDocument } from 'souk-backend/pages'
import { SHARED_PHOTO, sizeQuery } from '../contract/ads/picture-sizes.ts'
import { readListing } from '../contract/public-reads.ts'
import type { Reader } from '../contract/words/say.ts'
import { translatorFor } from '../contract/words/translator.ts'
import { BRAND } from './brand.ts'
import { INK, logoMark, PAPER, SOFT_INK } from './logo.ts'
import { createVisitor } from './visitor.ts'
import { priceText, type Site } from './wording.ts'

/** The size that previews show in full. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const
const PHOTO_WIDTH = SHARED_PHOTO.width
const MARGIN = 48
const COLUMN = SHARE_SIZE.width - PHOTO_WIDTH - 2 * MARGIN
/** A picture is a few dozen kilobytes. */
const MOST_KEPT = 100
/** Rendering is limited to this many at a time, to leave room for other requests. */
const MOST_AT_ONCE = 2

interface SharedListing {
  id: string
  title: string
  type: string
  price_minor: number | null
  currency: string
  area: string | null
  city: string | null
  photos: readonly { path: string }[]
}

/** The URL of the picture. It includes a hash of its content, so that caches never show an old one, and the language. */
export function sharePath(listing: SharedListing, { language }: Reader): string {
  const { id, title, type, price_minor, currency, area, city, photos } = listing
  const drawn = JSON.stringify([title, type, price_minor, currency, area, city, photos[0]?.path])
  return `/share/${id}.jpg?v=${createHash('sha256').update(drawn).digest('hex').slice(0, 8)}&lang=${language}`
}

/** `/share/<id>.jpg`: a preview picture of an ad, 1200 x 630 pixels. */
export function shareImage(site: Site): WebDocument {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const inTurn = turns(MOST_AT_ONCE)
  return {
    path: '/share/:name',
    async answer({ params: { name = '' }, language, visit }) {
      const reader = translatorFor(language)
      const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/.exec(name)?.[1]
      const { client } = createVisitor(visit, site.publishableKey)
      const { data: listing } = id ? await readListing(client, id) : { data: null }
      if (!listing) return new Response('There is no such ad.\n', { status: 404 })
      const key = sharePath(listing, reader)
      const picture = kept.get(key) ?? inTurn(() => draw(listing, { visit, reader, brandName: site.brandName }))
      kept.set(key, picture)
      picture.catch(() => kept.delete(key))
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
      return new Response(await picture, {
        headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' },
      })
    },
  }
}

interface Drawing {
  readonly visit: VisitorFetch
  readonly reader: Reader
  readonly brandName: string
}

async function draw(listing: SharedListing, { visit, reader, brandName }: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const [cover] = listing.photos
  const photo = cover ? await photoOf(cover.path, visit) : null
  const picture = await sharp({ create: { ...SHARE_SIZE, channels: 3, background: PAPER } })
    .composite([
      ...(photo ? [{ input: photo, left: 0, top: 0 }] : []),
      { input: Buffer.from(await words(listing, brandName, reader)), left: PHOTO_WIDTH, top: 0 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(picture)
}

async function photoOf(path: string, visit: VisitorFetch): Promise<Buffer | null> {
  const object = path.split('/').map(encodeURIComponent).join('/')
  const address = `/storage/v1/render/image/public/listing-photos/${object}?${sizeQuery(SHARED_PHOTO)}`
  const response = await visit(address, { headers: { accept: 'image/jpeg' } })
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null
}

async function words(listing: SharedListing, brandName: string, reader: Reader): Promise<string> {
  // The font library is large: load it on demand, not at startup.
  const { lineAt, linesOf } = await import('./text-path.ts')
  const place = [...new Set([listing.area, listing.city])].filter(Boolean).join(', ')
  const price = priceText(listing.price_minor, listing.currency, listing.type, reader) ?? ''
  const title = linesOf(listing.title, COLUMN, 4, 52, 700)
  const titleEnd = 150 + (title.length - 1) * 60
  const [placeLine = ''] = linesOf(place, COLUMN, 1, 30, 500)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_SIZE.width - PHOTO_WIDTH}" height="${SHARE_SIZE.height}">
    ${title.map((line, at) => lineAt(line, MARGIN, 150 + at * 60, 52, 700, INK)).join('')}
    ${lineAt(price, MARGIN, titleEnd + 88, 60, 700, BRAND)}
    ${lineAt(placeLine, MARGIN, titleEnd + (price ? 140 : 60), 30, 500, SOFT_INK)}
    ${logoMark(MARGIN - 5, SHARE_SIZE.height - MARGIN - 39, 41)}
    ${lineAt(brandName, MARGIN + 46, SHARE_SIZE.height - MARGIN, 34, 700, INK)}
  </svg>`
}

/** Semaphore: at most `most` concurrent, FIFO. */
function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
