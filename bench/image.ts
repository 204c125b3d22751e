import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { byTurns, costFigure, type Figure, percentile, rateFigure, timeEach } from './figure.ts'
import { get, httpRate, startBareServer } from './load.ts'
import type { Market } from './market.ts'

const PHOTOS = join(import.meta.dirname, '../marketplace/database/seed/data/photos')
const VARIANTS = 15
const IN_FLIGHT = 16
const SECONDS = 2
/** Until the code of the server is optimised. */
const WARM_UP_SECONDS = 4

/** A variant that nobody asked for yet against the bare transform; one that is kept against a buffer behind Fastify. */
export async function image(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const source = await aPhoto()
  const path = 'bench/photo.jpg'
  const uploaded = await fetch(`${market.url}/storage/v1/object/listing-photos/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${market.secretKey}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(source),
  })
  if (!uploaded.ok) throw new Error(`the photo was refused: ${await uploaded.text()}`)
  const kept = await bytesOf(`${market.url}/storage/v1/object/public/listing-photos/${path}`)
  const variantUrl = (width: number) =>
    `${market.url}/storage/v1/render/image/public/listing-photos/${path}?width=${width}&resize=contain`

  return [await cold(kept, variantUrl), await cached(variantUrl(640))]
}

async function cold(source: Buffer, variantUrl: (width: number) => string): Promise<Figure> {
  // One thread each, as storage does it.
  sharp.concurrency(1)
  sharp.cache(false)
  let width = 1000 // every request asks for another width, so that none is kept
  const measured = await byTurns({
    limit: async () =>
      percentile(
        await timeEach(
          VARIANTS,
          (index) =>
            sharp(source)
              .autoOrient()
              .resize({ width: width + index, fit: 'inside', withoutEnlargement: true })
              .webp({ quality: 75, effort: 2 })
              .toBuffer(),
          2,
        ),
        0.5,
      ),
    ours: async () => percentile(await timeEach(VARIANTS, () => bytesOf(variantUrl(width++)), 2), 0.5),
  })
  return costFigure({ name: 'image, cold variant, p50', unit: 'ms', ...measured, goal: '0.91 (1.1x)' })
}

async function cached(url: string): Promise<Figure> {
  const bytes = await bytesOf(url)
  const bare = await startBareServer('bare-http.ts', String(bytes.length))
  try {
    const headers = { accept: 'image/webp,*/*' }
    await httpRate(get(url, headers), IN_FLIGHT, WARM_UP_SECONDS)
    const measured = await byTurns({
      limit: () => httpRate(get(bare.url, headers), IN_FLIGHT, SECONDS),
      ours: () => httpRate(get(url, headers), IN_FLIGHT, SECONDS),
    })
    return rateFigure({ name: 'image, cached variant', unit: 'per second', ...measured, goal: '0.8' })
  } finally {
    await bare.stop()
  }
}

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { accept: 'image/webp,*/*' } })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** A demo photo, as large as a telephone takes them. */
export async function aPhoto(): Promise<Buffer> {
  const small = await readFile(join(PHOTOS, 'sofa-leather-1.jpg'))
  return sharp(small).resize({ width: 4000, height: 3000, fit: 'cover' }).jpeg({ quality: 88 }).toBuffer()
}
