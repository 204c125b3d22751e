import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { costFigure, type Figure, percentile, timeEach } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { aTrustedPerson, draftAd, type Person } from '../harness/people.ts'
import { mapPan } from '../web/map-pan.ts'
import { type Engine, enginesHere, onMarket, untilIndexed } from './engines.ts'
import { loadAds } from './load-ads.ts'

const ADS = Number(process.env.BENCH_ADS ?? 100_000)
const PUBLISHED = 10
const COMMON_WORDS = 20
const PAGES = 10
/** A page this deep must cost as little as the first. */
const DEEP = 100

/** West, south, east, north: Portugal, with four of five ads, and Lisbon. */
const COUNTRY = [-9.6, 36.8, -6, 42.2] as const
const TOWN = [-9.3, 38.65, -9, 38.85] as const

let asked = 0

/**
 * Search, browsing and suggestions over HTTP in a separate market with 100,000 synthetic ads (or BENCH_ADS), one request at
 * a time, by both engines (or BENCH_ENGINE).
 */
export async function search(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesHere()) {
    const ofEngine = await onMarket(engine, false, (market) => measured(market, engine))
    figures.push(...ofEngine.map((figure) => ({ ...figure, name: `${engine}: ${figure.name}` })))
  }
  return figures
}

async function measured(market: Market, engine: Engine): Promise<Figure[]> {
  await loadAds(market.sql, ADS)
  const indexed = await untilIndexed(market, engine, { anew: true })
  const client = market.visitor()
  const queries = await someQueries(market)
  const words = await timeEach(queries.length * 2, (index) => find(client, { q: queries[index % queries.length] }))
  const facets = await timeEach(queries.length, (index) => find(client, { q: queries[index], facets: true }))
  const filtered = await timeEach(queries.length, (index) =>
    find(client, { q: queries[index], condition: ['good', 'new'], price_max: 30_000, delivery: 'pickup' }),
  )
  const newest = await timeEach(60, () => find(client, { sort: 'newest', facets: true }))
  const starts = queries.flatMap((query) => [query.slice(0, 3), query.slice(0, 6)])
  const suggestions = await timeEach(starts.length, (index) => suggest(client, starts[index] ?? ''))
  const limit = percentile(await timeEach(300, () => oneDescent(market)), 0.95)
  const browsed = await browse(market, client)
  const deep = await deepPages(client)
  const published = await publishAndFind(market)
  return [
    ...both(`words at ${ADS}`, words, '30 ms'),
    ...both(`words and facets at ${ADS}`, facets, '50 ms'),
    ...both(`words and filters at ${ADS}`, filtered, '20 ms'),
    ...both(`newest and facets at ${ADS}`, newest, '40 ms'),
    ...both('suggestions', suggestions, '10 ms'),
    ...both(`clusters of a country at ${ADS}`, await clusters(client, 6, COUNTRY), '40 ms'),
    ...both(`clusters of a town at ${ADS}`, await clusters(client, 12, TOWN), '40 ms'),
    ...(engine === 'PostgreSQL' ? await mapPan(market) : []),
    costFigure({ name: 'browse, p95', unit: 'ms', ours: percentile(browsed, 0.95), limit, goal: '2 ms' }),
    costFigure({
      name: `page ${DEEP} against page 1, p50`,
      unit: 'ms',
      ours: percentile(deep.last, 0.5),
      limit: percentile(deep.first, 0.5),
      goal: '1.0',
    }),
    ...both('publish to findable', published, '1,500 ms'),
    ...(engine === 'OpenSearch'
      ? [costFigure({ name: `index of ${ADS} built`, unit: 's', ours: indexed, goal: '-' })]
      : []),
  ]
}

function both(name: string, samples: readonly number[], goal: string): Figure[] {
  return [
    costFigure({ name: `${name}, p50`, unit: 'ms', ours: percentile(samples, 0.5), goal: `p95 ${goal}` }),
    costFigure({ name: `${name}, p95`, unit: 'ms', ours: percentile(samples, 0.95), goal }),
  ]
}

interface Found {
  readonly items: readonly { id: string }[]
  readonly total: number
  readonly next_cursor: string | null
}

async function find(client: SupabaseClient, params: Record<string, unknown>): Promise<Found> {
  // As the web app sends it: a GET. A unique unknown parameter bypasses the cache.
  const numbered = JSON.stringify({ ...params, asked: asked++ })
  const { data, error } = await client.rpc('search_listings', { params: numbered }, { get: true })
  if (error) throw error
  return data as Found // the contract of search_listings
}

function clusters(client: SupabaseClient, zoom: number, box: typeof COUNTRY | typeof TOWN): Promise<number[]> {
  return timeEach(60, async () => {
    // A unique unknown parameter bypasses the cache.
    const params = JSON.stringify({ zoom, box, asked: asked++ })
    const { error } = await client.rpc('search_clusters', { params }, { get: true })
    if (error) throw error
  })
}

async function suggest(client: SupabaseClient, q: string): Promise<void> {
  const { error } = await client.rpc('suggest', { q }, { get: true })
  if (error) throw error
}

/** The judged searches of the demo market, and the most common words (a quarter of the queries), which are expensive. */
async function someQueries({ sql }: Market): Promise<string[]> {
  const file = join(import.meta.dirname, '../../marketplace/database/tests/searches.tsv')
  const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1)
  const common = await sql<{ word: string }[]>`
    select word from ts_stat('select document from private.listing_search tablesample bernoulli (2) repeatable (1)') as found
    where word ~ '^[a-z]{4,}$' and exists (select from private.search_vocabulary known where known.word = found.word)
    order by ndoc desc limit ${COMMON_WORDS}`
  return [...lines.flatMap((line) => line.split('\t')[1] ?? []), ...common.map(({ word }) => word)]
}

/** The first pages of some categories and of everything, newest first. */
async function browse({ sql }: Market, client: SupabaseClient): Promise<number[]> {
  const fullest = await sql<{ category: string }[]>`
    select category from private.listing_search group by category order by count(*) desc, category limit 5`
  const samples: number[] = []
  for (const category of [undefined, ...fullest.map((row) => row.category)]) {
    let cursor: string | null = null
    for (let page = 0; page < PAGES; page++) {
      const startedAt = performance.now()
      const found: Found = await find(client, { category, cursor, sort: 'newest' })
      samples.push(performance.now() - startedAt)
      if (found.items.length === 0) throw new Error(`page ${page} of ${category ?? 'everything'} is empty`)
      cursor = found.next_cursor
    }
  }
  return samples
}

/** Alternates the first and the hundredth page. */
async function deepPages(client: SupabaseClient): Promise<{ first: number[]; last: number[] }> {
  let cursor: string | null = null
  for (let page = 1; page < DEEP; page++) {
    const found: Found = await find(client, { cursor, sort: 'newest' })
    cursor = found.next_cursor
  }
  const times = await timeEach(60, (index) => find(client, { sort: 'newest', ...(index % 2 === 1 && { cursor }) }))
  return {
    first: times.filter((_, index) => index % 2 === 0),
    last: times.filter((_, index) => index % 2 === 1),
  }
}

async function oneDescent({ sql }: Market): Promise<void> {
  await sql`select listing_id from private.listing_search where listing_id = ${'00000000-0000-4000-8000-000000000000'}`
}

/** Time from the publish request until a search finds the ad. */
async function publishAndFind(market: Market): Promise<number[]> {
  const seller = await aTrustedPerson(market)
  const samples: number[] = []
  for (let count = 0; count < PUBLISHED; count++) {
    samples.push(await findable(market, seller, `Lookfor${String.fromCharCode(97 + count)}qx`))
  }
  return samples
}

async function findable(market: Market, seller: Person, title: string): Promise<number> {
  const id = await draftAd(seller, title)
  const visitor = market.visitor()
  const startedAt = performance.now()
  const { error } = await seller.client.rpc('publish_listing', { listing_id: id })
  if (error) throw error
  while (!(await find(visitor, { q: title, type: 'wanted' })).items.some((item) => item.id === id)) {
    if (performance.now() - startedAt > 10_000) throw new Error('a published ad is not found')
  }
  return performance.now() - startedAt
}
