import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingSearch, SearchAnswer } from '../../contract/search/search.ts'
import { answerSearch } from '../../search/answer.ts'
import { answerClusters } from '../../search/clusters.ts'
import { deliver, mendDrift, rebuild } from '../../search/opensearch/feed.ts'
import { type Guard, guarded } from '../../search/opensearch/guarded.ts'
import { MappingConflict } from '../../search/opensearch/index-verbs.ts'
import { type OpenSearch, openSearch } from '../../search/opensearch/opensearch.ts'
import { answerSuggestions } from '../../search/suggest.ts'
import { type Nodes, startNodes, whatIsMissing } from '../../search/testing/opensearch-nodes.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { callerOf, clustersOf, search, suggestionsFor } from './search-market.ts'

const missing = whatIsMissing()
if (missing !== null) console.warn(`Tests of the search engine are skipped: ${missing}.`)

const QUIET = pino({ level: 'silent' })
const QUERIES = [
  'bike',
  'sofa',
  'lamp',
  'table',
  'chair',
  'iphone',
  'jacke',
  'bicicleta',
  'wooden',
  'black',
  'kids bike',
  'coffee',
]

let nodes: Nodes
let names = 0

describe.skipIf(missing !== null)('OpenSearch', () => {
  beforeAll(async () => {
    nodes = await startNodes(1, 9270)
  }, 180_000)
  afterAll(() => nodes?.stop())

  const url = () => nodes.urls[0] ?? ''
  const ownEngine = (address = url(), searchTimeoutMs = 5000) =>
    openSearch({ urls: [address], name: `test-${process.pid}-${names++}`, searchTimeoutMs })
  /** The owner's transaction with the outbox, rolled back with all changes. */
  const feeding = async ({ owner }: Market) => {
    await owner`insert into private.search_feed (is_built) values (false) on conflict do nothing`
    return owner
  }
  const raw = (path: string, method: string, body?: object) =>
    fetch(`${url()}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  test(
    'finds, counts and sorts like PostgreSQL',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        await rebuild(await feeding(market), engine)
        const asks: ListingSearch[] = [
          ...QUERIES.map((q) => ({ q, limit: 48 })),
          { facets: true },
          { q: 'bike', facets: true },
          { category: 'electronics', facets: true, price_max: 50_000, condition: ['good', 'like_new'] },
          { sort: 'price_asc', price_min: 1000 },
          { sort: 'price_desc', delivery: 'ship' },
          { sort: 'distance', lat: 38.72, lng: -9.14 },
          { lat: 38.72, lng: -9.14, radius_km: 20, with_photo: true, facets: true },
          { box: [-10, 36, -6, 42], posted_within_days: 30, seller_type: 'private', exclude: 'red' },
          { q: 'lamp', lat: 41.15, lng: -8.61, type: 'sell' },
        ]
        for (const ask of asks) {
          const expected = await search(market, ask)
          const found = await askEngine(market, engine, ask)
          expect([ask, found.total]).toEqual([ask, expected.total])
          expect([ask, found.facets]).toEqual([ask, expected.facets])
          const ids = expected.items.map(({ id }) => id)
          const same = found.items.filter(({ id }, place) => ids.slice(Math.max(0, place - 1), place + 2).includes(id))
          expect([ask, same.length]).toEqual([ask, ids.length])
          expect([ask, found.close_items.map(({ id }) => id).sort()]).toEqual([
            ask,
            expected.close_items.map(({ id }) => id).sort(),
          ])
          const { relaxed, did_you_mean, corrections, understood_as } = expected
          expect([ask, found]).toEqual([
            ask,
            expect.objectContaining({ relaxed, did_you_mean, corrections, understood_as }),
          ])
        }
      }),
    120_000,
  )

  test(
    'suggests and clusters like PostgreSQL',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        await rebuild(await feeding(market), engine)
        const sql = callerOf(market.visitor)
        for (const q of ['so', 'lamp', 'blue c', 'wooden t', 'qqqq']) {
          const found = await answerSuggestions(sql, engine.engineFor(sql, SIGNAL), q)
          const expected = await suggestionsFor(market, q)
          expect([q, found.categories]).toEqual([q, expected.categories])
          expect([q, found.queries.length > 0]).toEqual([q, expected.queries.length > 0])
          for (const query of found.queries)
            expect([query, (await search(market, { q: query })).total > 0]).toEqual([query, true])
        }
        for (const ask of [{ zoom: 3 }, { zoom: 11, q: 'lamp' }, { zoom: 9, box: [-10, 36, -6, 42] as const }]) {
          const found = await answerClusters(sql, engine.engineFor(sql, SIGNAL), ask)
          const expected = await clustersOf(market, ask)
          expect([ask, found.total]).toEqual([ask, expected.total])
          expect(found.bounds?.map((side) => side.toFixed(2))).toEqual(expected.bounds?.map((side) => side.toFixed(2)))
          const counted = found.clusters.reduce((sum, { count }) => sum + count, 0) + found.pins.length
          expect(counted).toBe(found.total)
        }
      }),
    120_000,
  )

  test(
    'each page continues after the previous one, and no result is missing',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        await rebuild(await feeding(market), engine)
        for (const ask of [{ limit: 40 }, { limit: 40, sort: 'price_asc' as const }, { q: 'table', limit: 5 }]) {
          const seen: string[] = []
          let cursor: string | null = null
          do {
            const page: SearchAnswer = await askEngine(market, engine, { ...ask, ...(cursor ? { cursor } : {}) })
            seen.push(...page.items.map(({ id }) => id))
            cursor = page.next_cursor
          } while (cursor !== null)
          const { total } = await search(market, ask)
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen.length).toBe(total)
        }
      }),
    120_000,
  )

  test(
    'a hidden ad that is still in the index is not returned, and the page is full',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        const sql = await feeding(market)
        await rebuild(sql, engine)
        const before = await askEngine(market, engine, { limit: 20 })
        const ids = before.items.map(({ id }) => id)
        const hidden = await sql<{ id: string }[]>`
        update public.listings set state = 'paused' where id in (
          select id from public.listings where id = any(${ids}::uuid[]) and state = 'active'
            and not exists (select from public.conversations about where about.listing_id = listings.id) limit 2) returning id`
        expect(hidden.length).toBe(2)
        const after = await askEngine(market, engine, { limit: 18 })
        const left = ids.filter((id) => hidden.every((gone) => gone.id !== id))
        expect(after.items.map(({ id }) => id)).toEqual(left)
      }),
    120_000,
  )

  test(
    'changes are indexed; duplicate or late ones have no effect',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        const sql = await feeding(market)
        await rebuild(sql, engine)
        const [ad] = await sql<
          { id: string }[]
        >`select listing_id as id from private.listing_search order by listing_id limit 1`
        const id = ad?.id ?? ''
        const old = { id, version: 1, document: await documentIn(sql, id) }
        await sql`update public.listings set price_minor = 4_242_00, price_type = 'fixed', type = 'sell' where id = ${id}`
        const [queued] = await sql<
          { version: string }[]
        >`select version from private.search_outbox where listing_id = ${id}`
        const current = { id, version: Number(queued?.version), document: await documentIn(sql, id) }
        while ((await deliver(sql, engine)) > 0);
        await engine.index([old, current, current])
        expect(await priceIn(engine, id)).toBe(424_200)
        await sql`update public.listings set state = 'paused' where id = ${id}`
        while ((await deliver(sql, engine)) > 0);
        await engine.index([current])
        expect(await priceIn(engine, id)).toBeNull()
        expect((await sql`select from private.search_outbox`).length).toBe(0)
      }),
    120_000,
  )

  test(
    'while the index is read-only, up to 100,000 changes wait and are then indexed',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        const sql = await feeding(market)
        await rebuild(sql, engine)
        const index = (await engine.current()) ?? ''
        await raw(`/${index}/_settings`, 'PUT', { 'index.blocks.write': true })
        await sql`insert into private.search_outbox select gen_random_uuid(), nextval('private.search_version') from generate_series(1, 100000)`
        await expect(deliver(sql, engine)).rejects.toThrow()
        const [{ waiting } = { waiting: 0 }] = await sql<
          { waiting: number }[]
        >`select count(*)::integer as waiting from private.search_outbox`
        expect(waiting).toBeGreaterThanOrEqual(100_000)
        await raw(`/${index}/_settings`, 'PUT', { 'index.blocks.write': null })
        await sql`delete from private.search_outbox where version % 10 <> 0`
        while ((await deliver(sql, engine)) > 0);
        expect(await mendDrift(sql, engine)).toBe(0)
      }),
    120_000,
  )

  test(
    'differences are found and repaired; a deleted index and a wrong mapping are rebuilt',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        const sql = await feeding(market)
        const ads = await rebuild(sql, engine)
        const index = (await engine.current()) ?? ''
        await raw(`/${index}/_delete_by_query?refresh=true`, 'POST', { query: { term: { slice: '3' } } })
        expect(await mendDrift(sql, engine)).toBeGreaterThan(0)
        while ((await deliver(sql, engine)) > 0);
        expect(await mendDrift(sql, engine)).toBe(0)
        await raw(`/${index}`, 'DELETE')
        expect(await engine.current()).toBeNull()
        await sql`insert into private.search_outbox select listing_id, 9 from private.listing_search limit 3`
        await expect(deliver(sql, engine)).rejects.toThrow()
        expect(await rebuild(sql, engine)).toBe(ads)
        const wrong = await engine.create()
        await raw(`/${wrong}`, 'DELETE')
        await raw(`/${wrong}`, 'PUT', { mappings: { dynamic: 'strict', properties: { id: { type: 'keyword' } } } })
        const [ad] = await sql<{ id: string }[]>`select listing_id as id from private.listing_search limit 1`
        const change = { id: ad?.id ?? '', version: 5, document: await documentIn(sql, ad?.id ?? '') }
        await expect(engine.index([change], wrong)).rejects.toThrow(MappingConflict)
      }),
    120_000,
  )

  test(
    'PostgreSQL answers within 300 ms while the engine is slow or down, and the engine is used again afterwards',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        await rebuild(await feeding(market), engine)
        const proxy = await slowProxy(url())
        const slow = openSearch({ urls: [proxy.url], name: nameOf(await engine.current()), searchTimeoutMs: 250 })
        const guard = guarded(slow, { resetMs: 500 })
        const before = proxy.asked
        expect((await ask(guard, market.visitor, {})).items).toHaveLength(24)
        expect(proxy.asked).toBeGreaterThan(before)
        proxy.delayMs = 5000
        for (let asked = 0; asked < 6; asked++) {
          const startedAt = performance.now()
          expect((await ask(guard, market.visitor, {})).items).toHaveLength(24)
          expect(performance.now() - startedAt).toBeLessThan(700) // 250 ms, plus time on a busy machine
        }
        expect(guard.state()).toContain('slow or gone')
        const waiting = proxy.asked
        expect((await ask(guard, market.visitor, {})).items).toHaveLength(24)
        expect(proxy.asked).toBe(waiting)
        proxy.delayMs = 0
        await expect
          .poll(async () => ask(guard, market.visitor, {}).then(() => guard.state()), { timeout: 20_000 })
          .toBe('opensearch')
        await proxy.close()
        expect((await ask(guard, market.visitor, {})).items).toHaveLength(24)
      }),
    120_000,
  )

  async function priceIn(engine: ReturnType<typeof ownEngine>, id: string): Promise<number | null> {
    const answer = await raw(`/${await engine.current()}/_doc/${id}`, 'GET')
    const { found, _source } = (await answer.json()) as { found: boolean; _source?: { price: number } }
    return found ? (_source?.price ?? null) : null
  }
})

function nameOf(index: string | null): string {
  return index?.replace(/-v[\da-f-]+$/, '') ?? ''
}

async function documentIn(sql: Market['owner'], id: string) {
  const [row] = await sql<{ document: Parameters<ReturnType<typeof openSearch>['index']>[0][number]['document'] }[]>`
    select document from private.engine_documents(array[${id}::uuid])`
  return row?.document ?? null
}

const SIGNAL = new AbortController().signal

/** The engine's answer alone. */
async function askEngine(market: Market, engine: OpenSearch, params: ListingSearch): Promise<SearchAnswer> {
  const sql = callerOf(market.visitor)
  const answer = await answerSearch(sql, engine.engineFor(sql, SIGNAL), params)
  return JSON.parse(JSON.stringify(answer)) as SearchAnswer // as sent
}

function ask(guard: Guard, person: Person, params: ListingSearch): Promise<SearchAnswer> {
  const sql = callerOf(person)
  const next = () => Promise.reject(new Error('search does not ask the database’s own function'))
  return answerSearch(sql, guard.engineOf({ params: { params }, sql, signal: SIGNAL, log: QUIET, next }), params)
}

/** A proxy that delays. */
async function slowProxy(
  target: string,
): Promise<{ url: string; delayMs: number; asked: number; close(): Promise<void> }> {
  const proxy = { url: '', delayMs: 0, asked: 0, close: async () => {} }
  const server: Server = createServer(async (request, response) => {
    proxy.asked += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await new Promise((resolve) => setTimeout(resolve, proxy.delayMs))
    // The caller has given up, and at the end of the tests the engine is gone.
    if (request.socket.destroyed) return
    const { method = 'GET', url = '' } = request
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${target}${url}`, { method, headers, ...body })
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxy.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return proxy
}
