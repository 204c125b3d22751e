import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiCall, captureCall, type DataPath, openDataPath } from './api-call.ts'
import type { HttpResult } from './clients/http-client.ts'
import { costFigure, type Figure, percentile, rateFigure } from './figure.ts'
import { httpLoad } from './http-load.ts'
import { startBareServer } from './load.ts'
import type { Market } from './market.ts'
import { anAd, readAdCall } from './read.ts'

const CONNECTIONS = [1, 16, 64]
const SECONDS = 3
const WARM_UP_SECONDS = 4
/** For memory; a million shows the same and takes longer. */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 200_000)

/**
 * One ad with seller and photos through the data API: over HTTP against the same prepared statement without HTTP, and
 * from the cache against Fastify with a text of the same length; then whether memory stays flat.
 */
export async function restApi(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const cached = await captureCall(market, readAdCall(await anAd(market)))
  const uncached = await pastTheCache(market, cached)
  const path = await openDataPath(market, cached)
  const body = await (await fetch(cached.url, { headers: cached.headers })).text()
  const bare = await startBareServer('bare-json.ts', String(Buffer.byteLength(body)))
  const fixed = { url: bare.url, headers: {} }
  try {
    for (const target of [uncached, cached, fixed]) {
      await httpLoad(target, { connections: 16, seconds: WARM_UP_SECONDS })
    }
    await requireKept(cached)
    const figures: Figure[] = []
    for (const connections of CONNECTIONS) {
      const load = { connections, seconds: SECONDS }
      const raw = await pathLoad(path, connections)
      figures.push(...compare(`uncached, ${connections} at once`, raw, await httpLoad(uncached, load), '0.75'))
      const limit = await httpLoad(fixed, load)
      figures.push(...compare(`cached, ${connections} at once`, limit, await httpLoad(cached, load), '0.85'))
    }
    return [...figures, ...(await memoryUnderLoad(market, uncached, cached))]
  } finally {
    await bare.stop()
    await path.close()
  }
}

/** The same request with a token of the same role: whoever carries one is not served from the cache. */
async function pastTheCache(market: Market, call: ApiCall): Promise<ApiCall> {
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${await market.anonymousToken()}` } }
}

async function requireKept({ url, headers }: ApiCall): Promise<void> {
  const answer = await fetch(url, { headers })
  await answer.text()
  if (answer.headers.get('etag') === null) throw new Error('the answer is not kept: the change stream does not flow')
}

async function pathLoad(path: DataPath, inFlight: number): Promise<HttpResult> {
  const samples: number[] = []
  const startedAt = performance.now()
  const end = startedAt + SECONDS * 1000
  const work = async () => {
    while (performance.now() < end) {
      const askedAt = performance.now()
      await path.run()
      samples.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const perSecond = samples.length / ((performance.now() - startedAt) / 1000)
  const at = (share: number) => percentile(samples, share)
  return { requests: samples.length, perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function compare(name: string, limit: HttpResult, ours: HttpResult, goal: string): Figure[] {
  const rate = { name: `rest, ${name}`, unit: 'per second', limit: limit.perSecond, ours: ours.perSecond, goal }
  const waits = (['p50', 'p95', 'p99'] as const).map((share) =>
    costFigure({ name: `rest, ${name}, ${share}`, unit: 'ms', limit: limit[share], ours: ours[share], goal: '-' }),
  )
  return [rateFigure(rate), ...waits]
}

/** Resident memory after the first tenth of the requests and after all of them, half cached and half not. */
async function memoryUnderLoad(market: Market, uncached: ApiCall, cached: ApiCall): Promise<Figure[]> {
  const send = async (requests: number) => {
    await httpLoad(uncached, { connections: 16, requests: Math.ceil(requests / 2) })
    await httpLoad(cached, { connections: 16, requests: Math.ceil(requests / 2) })
    await wait(1000)
    return residentMegabytes(market.pid)
  }
  const early = await send(REQUESTS / 10)
  const late = await send(REQUESTS - REQUESTS / 10)
  if (early === null || late === null) return []
  const name = `rest, memory after ${REQUESTS} requests, against a tenth`
  return [costFigure({ name, unit: 'MB', limit: early, ours: late, goal: '0.9' })]
}

/** VmRSS of proc_pid_status(5); null where there is no /proc. */
async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}
