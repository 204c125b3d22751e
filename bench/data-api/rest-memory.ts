import { setTimeout as wait } from 'node:timers/promises'
import { AD_COLUMNS } from '../../marketplace/contract/public-reads.ts'
import { costFigure, type Figure } from '../figure.ts'
import { httpLoad } from '../harness/http-load.ts'
import type { Market } from '../harness/market.ts'
import { residentBytes } from '../harness/resident-memory.ts'

/** A million takes five minutes and gives the same result: BENCH_REQUESTS=1000000. */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 200_000)
const STEPS = 10
const CONNECTIONS = 16
const ADS = 400

/**
 * Resident memory of the server after each tenth of many reads: ads, lists, searches and suggestions, by anonymous visitors (cached and
 * not) and with a token, with and without compression. Compared with the memory after the first tenth.
 */
export async function restMemory(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const urls = await mixedUrls(market)
  const visitor = { apikey: market.publishableKey }
  const kinds: Record<string, string>[] = [
    visitor,
    { ...visitor, 'accept-encoding': 'br' },
    { ...visitor, 'accept-encoding': 'gzip', authorization: `Bearer ${await market.anonymousToken()}` },
  ]
  const figures: Figure[] = []
  let first: number | null = null
  for (let step = 1; step <= STEPS; step++) {
    const requests = Math.ceil(REQUESTS / STEPS / kinds.length)
    for (const headers of kinds) await httpLoad({ url: urls, headers }, { connections: CONNECTIONS, requests })
    await wait(500)
    const bytes = await residentBytes(market.pid)
    if (bytes === null) return []
    const megabytes = bytes / 2 ** 20
    first ??= megabytes
    const name = `rest, memory after ${(REQUESTS / STEPS) * step} requests`
    figures.push(costFigure({ name, unit: 'MB', limit: first, ours: megabytes, goal: '0.9' }))
  }
  return figures
}

async function mixedUrls({ url, sql }: Market): Promise<string[]> {
  const ads = await sql<{ id: string; category: string; title: string }[]>`
    select id, category, title from public.listings where state = 'active' order by ad_no limit ${ADS}`
  const of = (path: string, query: Record<string, string>) => `${url}/rest/v1/${path}?${new URLSearchParams(query)}`
  return ads.flatMap(({ id, category, title }, index) => {
    const word = title.split(' ')[0] ?? ''
    const read = of('listings', { select: AD_COLUMNS, id: `eq.${id}` })
    const list = of('listings', { select: 'id,title,price_minor', category: `eq.${category}`, limit: '24' })
    const search = of('rpc/search_listings', { params: JSON.stringify({ q: word, limit: 24 }) })
    const suggest = of('rpc/suggest', { q: word.slice(0, 3) })
    // Mostly ads and lists, like real traffic: a search costs as much as twenty of them.
    return index % 20 === 0 ? [read, list, search, suggest] : [read, list]
  })
}
