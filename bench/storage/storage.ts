import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { aRealBomb } from '../../backend/acceptance/storage/real-bomb.ts'
import {
  byTurns,
  costFigure,
  type Figure,
  middleRound,
  percentile,
  rateFigure,
  ratePerSecond,
  timeEach,
} from '../figure.ts'
import { httpLoad } from '../harness/http-load.ts'
import { startBareServer } from '../harness/load.ts'
import type { Market } from '../harness/market.ts'
import { costOf } from '../harness/processor-time.ts'
import { aPhoto } from './image.ts'

const MEBIBYTE = 1024 * 1024
const FILE_BYTES = 4 * MEBIBYTE
const UPLOAD_BYTES = MEBIBYTE
const IN_FLIGHT = 8
const SECONDS = 2
const ROUNDS = 5
const CROWD = 200
const BOMB_SIDE = 30_000

/** Downloads and uploads against bare servers, transforms against bare sharp, and the cost of a crowd and of a decompression bomb. */
export async function storage(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-files-'))
  await makeBucket(market)
  const content = randomBytes(FILE_BYTES)
  await writeFile(join(folder, 'file'), content)
  await upload(market, 'file', content)
  const bare = await startBareServer('files.ts', join(folder, 'file'), folder)
  try {
    return [
      ...(await download(market, bare)),
      await transforms(market),
      await uploads(market, bare.url),
      ...(await crowd(market)),
      ...(await bomb(market)),
    ]
  } finally {
    await bare.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const BUCKET = 'bench-files'

async function makeBucket({ url, secretKey }: Market): Promise<void> {
  const answer = await fetch(`${url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: BUCKET, public: true }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function send({ url, secretKey }: Market, bucket: string, key: string, content: Buffer): Promise<Response> {
  return fetch(`${url}/storage/v1/object/${bucket}/${key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })
}

async function upload(market: Market, key: string, content: Buffer): Promise<void> {
  const answer = await send(market, BUCKET, key, content)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
}

async function download({ url, pid }: Market, bare: { url: string; pid: number }): Promise<Figure[]> {
  const load = (address: string) =>
    httpLoad({ url: address, headers: {} }, { connections: IN_FLIGHT, seconds: SECONDS })
  const address = `${url}/storage/v1/object/public/${BUCKET}/file`
  const rates: { limit: number; ours: number }[] = []
  const costs: { limit: number; ours: number }[] = []
  await load(address)
  for (let round = 0; round < ROUNDS; round++) {
    const limit = await costOf([bare.pid], () => load(bare.url))
    const ours = await costOf([pid], () => load(address))
    const mebibytes = FILE_BYTES / MEBIBYTE
    rates.push({ limit: limit.perSecond * mebibytes, ours: ours.perSecond * mebibytes })
    costs.push({ limit: limit.cost, ours: ours.cost })
  }
  const name = 'storage, download of 4 MiB files'
  const rate = rateFigure({ name, unit: 'MiB per second', ...middleRound(rates), goal: '0.9' })
  const cost = costFigure({ name: `${name}, processor time`, unit: 'µs', ...middleRound(costs), goal: '-' })
  return Number.isNaN(cost.ours) ? [rate] : [rate, cost]
}

/** Every request has another width, so that none is cached. */
async function transforms(market: Market): Promise<Figure> {
  sharp.concurrency(1)
  sharp.cache(false)
  const photo = await aPhoto()
  await upload(market, 'photo.jpg', photo)
  let width = 600
  const bare = () =>
    sharp(photo)
      .autoOrient()
      .resize({ width: width++, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75, effort: 2 })
      .toBuffer()
  const ours = async () => {
    const query = `width=${width++}&resize=contain`
    const address = `${market.url}/storage/v1/render/image/public/${BUCKET}/photo.jpg?${query}`
    const answer = await fetch(address, { headers: { accept: 'image/webp' } })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.arrayBuffer()
  }
  const measured = await byTurns({
    limit: () => ratePerSecond(2, SECONDS, bare),
    ours: () => ratePerSecond(2, SECONDS, ours),
  })
  return rateFigure({ name: 'storage, transforms of 12 MP photos', unit: 'per second', ...measured, goal: '0.9' })
}

async function uploads(market: Market, bareUrl: string): Promise<Figure> {
  const content = randomBytes(UPLOAD_BYTES)
  const body = new Uint8Array(content)
  const bare = async () => {
    const answer = await fetch(bareUrl, { method: 'PUT', body })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error('the bare server refused an upload')
  }
  const measured = await byTurns({
    limit: () => ratePerSecond(IN_FLIGHT, SECONDS, bare),
    ours: () => ratePerSecond(IN_FLIGHT, SECONDS, () => upload(market, `up/${randomUUID()}`, content)),
  })
  return rateFigure({ name: 'storage, uploads of 1 MiB files', unit: 'per second', ...measured, goal: '0.5' })
}

/** Growth of the process's peak memory during 200 concurrent uploads, 400 MB in total. */
async function crowd(market: Market): Promise<Figure[]> {
  const content = randomBytes(2 * MEBIBYTE)
  const grown = await memoryGrowth(market, () =>
    Promise.all(Array.from({ length: CROWD }, () => upload(market, `crowd/${randomUUID()}`, content))),
  )
  if (grown === null) return []
  return [costFigure({ name: 'storage, memory of 200 uploads of 2 MiB', unit: 'MB', ours: grown, goal: '200 MB' })]
}

/** A real image of 900 megapixels, refused by the image bucket. */
async function bomb(market: Market): Promise<Figure[]> {
  const content = aRealBomb(BOMB_SIDE)
  let times: number[] = []
  const grown = await memoryGrowth(market, async () => {
    times = await timeEach(
      9,
      async (n) => {
        const answer = await send(market, 'listing-photos', `bench/bomb-${n}.png`, content)
        if (answer.ok) throw new Error('a picture of 900 megapixels was taken')
        await answer.arrayBuffer()
      },
      1,
    )
  })
  const time = {
    name: 'storage, refusal of a 900 megapixel PNG, p50',
    unit: 'ms',
    ours: percentile(times, 0.5),
    goal: '1000 ms',
  }
  const memory = { name: 'storage, memory of that refusal', unit: 'MB', goal: '200 MB' }
  return [costFigure(time), ...(grown === null ? [] : [costFigure({ ...memory, ours: grown })])]
}

/** Growth of the process's peak memory in megabytes; null without /proc. */
async function memoryGrowth({ pid }: Market, work: () => Promise<unknown>): Promise<number | null> {
  await peakBytes(pid)
  const before = await peakBytes(pid)
  await work()
  const after = await peakBytes(pid)
  return before === null || after === null ? null : (after - before) / 1e6
}

/** VmHWM of proc_pid_status(5) since the last call: each call resets it to the current resident size. */
async function peakBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
