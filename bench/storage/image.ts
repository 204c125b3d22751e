import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { byTurns, costFigure, type Figure, middleRound, percentile, rateFigure, timeEach } from '../figure.ts'
import { httpLoad } from '../harness/http-load.ts'
import { startBareServer } from '../harness/load.ts'
import type { Market } from '../harness/market.ts'
import { costOf } from '../harness/processor-time.ts'

const PHOTOS = join(import.meta.dirname, '../../marketplace/database/seed/data/photos')
const VARIANTS = 15
/** Widths in pixels of a list, a card and a whole page. */
const WIDTHS = [320, 640, 1200]
const CONNECTIONS = 16
/** Short alternating slices, so that other load affects all of them. */
const ROUNDS = 7
const SECONDS = 1
/** Until the server's code is optimised. */
const WARM_UP_SECONDS = 3

/** A new variant against the bare transform; a cached one against a buffer behind Fastify. */
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

  const figures = [await cold(kept, variantUrl)]
  for (const width of WIDTHS) figures.push(...(await cached(market, width, variantUrl(width))))
  return figures
}

async function cold(source: Buffer, variantUrl: (width: number) => string): Promise<Figure> {
  // One thread each, as in storage.
  sharp.concurrency(1)
  sharp.cache(false)
  let width = 1000 // every request has another width, so that none is cached
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

/** Both get the same request: its long URL costs either. */
async function cached(market: Market, width: number, url: string): Promise<Figure[]> {
  const { length } = await bytesOf(url)
  const bare = await startBareServer('bare-http.ts', String(length))
  try {
    const { pathname, search } = new URL(url)
    const headers = { accept: 'image/webp,*/*' }
    const [ours, limit] = [
      { url, headers },
      { url: new URL(`${pathname}${search}`, bare.url).href, headers },
    ]
    for (const target of [ours, limit]) {
      await httpLoad(target, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
    }
    const load = { connections: CONNECTIONS, seconds: SECONDS }
    const rates: { limit: number; ours: number }[] = []
    const costs: { limit: number; ours: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const one = await costOf([bare.pid], () => httpLoad(limit, load))
      const other = await costOf([market.pid], () => httpLoad(ours, load))
      rates.push({ limit: one.perSecond, ours: other.perSecond })
      costs.push({ limit: one.cost, ours: other.cost })
    }
    const name = `image, cached variant ${width} px`
    const rate = rateFigure({ name, unit: 'per second', ...middleRound(rates), goal: '0.8' })
    const cost = costFigure({ name: `${name}, processor time`, unit: 'µs', ...middleRound(costs), goal: '-' })
    return Number.isNaN(cost.ours) ? [rate] : [rate, cost]
  } finally {
    await bare.stop()
  }
}

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { accept: 'image/webp,*/*' } })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** A demo photo at the size of a phone photo. */
export async function aPhoto(): Promise<Buffer> {
  const small = await readFile(join(PHOTOS, 'sofa-leather-1.jpg'))
  return sharp(small).resize({ width: 4000, height: 3000, fit: 'cover' }).jpeg({ quality: 88 }).toBuffer()
}
