import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { CallerSql } from 'souk-backend'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingSearch, SearchAnswer } from '../../contract/search/search.ts'
import { answerByEngine } from '../../search/answer.ts'
import { MappingConflict } from '../../search/engine.ts'
import { deliver, mendDrift, rebuild } from '../../search/feed.ts'
import { openSearch } from '../../search/opensearch.ts'
import { type Nodes, startNodes, whatIsMissing } from '../../search/testing/opensearch-nodes.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { search } from './search-market.ts'

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
  /** The owner's transaction, which keeps the outbox and is rolled back with all changes. */
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
    'finds, counts and orders as PostgreSQL does',
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
        let answered = 0
        for (const ask of asks) {
          const expected = await search(market, ask)
          const found = await askEngine(market, engine, ask)
          if (found === 'postgresql') continue
          answered += 1
          expect([ask, found.total]).toEqual([ask, expected.total])
          expect([ask, found.facets]).toEqual([ask, expected.facets])
          const ids = expected.items.map(({ id }) => id)
          const same = found.items.filter(({ id }, place) => ids.slice(Math.max(0, place - 2), place + 3).includes(id))
          expect([ask, same.length / ids.length]).toEqual([ask, 1])
        }
        expect(answered).toBeGreaterThan(10)
      }),
    120_000,
  )

  test(
    'pages go on where the page before ended, and nothing is left out',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        await rebuild(await feeding(market), engine)
        for (const ask of [{ limit: 40 }, { limit: 40, sort: 'price_asc' as const }, { q: 'table', limit: 5 }]) {
          const seen: string[] = []
          let cursor: string | null = null
          do {
            const page: SearchAnswer | 'postgresql' = await askEngine(market, engine, {
              ...ask,
              ...(cursor ? { cursor } : {}),
            })
            if (page === 'postgresql') break
            seen.push(...page.items.map(({ id }) => id))
            cursor = page.next_cursor
          } while (cursor !== null)
          const { total } = await search(market, ask)
          expect(new Set(seen).size).toBe(seen.length)
          if (seen.length > 0) expect(seen.length).toBe(total)
        }
      }),
    120_000,
  )

  test(
    'an ad that was hidden is not shown, although the index still has it, and the page is full',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        const sql = await feeding(market)
        await rebuild(sql, engine)
        const before = await askEngine(market, engine, { limit: 20 })
        if (before === 'postgresql') throw new Error('the engine did not answer')
        const ids = before.items.map(({ id }) => id)
        const hidden = await sql<{ id: string }[]>`
        update public.listings set state = 'paused' where id in (
          select id from public.listings where id = any(${ids}::uuid[]) and state = 'active'
            and not exists (select from public.conversations about where about.listing_id = listings.id) limit 2) returning id`
        expect(hidden.length).toBe(2)
        const after = await askEngine(market, engine, { limit: 18 })
        if (after === 'postgresql') throw new Error('the engine did not answer')
        const left = ids.filter((id) => hidden.every((gone) => gone.id !== id))
        expect(after.items.map(({ id }) => id)).toEqual(left)
      }),
    120_000,
  )

  test(
    'changes arrive; what comes twice or late changes nothing',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        const sql = await feeding(market)
        await rebuild(sql, engine)
        const [ad] = await sql<
          { id: string }[]
        >`select listing_id as id from public.listing_search order by listing_id limit 1`
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
    'while the index is read-only everything waits, also 100,000 changes, and then arrives',
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
    'differences are found and mended; a deleted index and a wrong mapping are rebuilt',
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
        await sql`insert into private.search_outbox select listing_id, 9 from public.listing_search limit 3`
        await expect(deliver(sql, engine)).rejects.toThrow()
        expect(await rebuild(sql, engine)).toBe(ads)
        const wrong = await engine.create()
        await raw(`/${wrong}`, 'DELETE')
        await raw(`/${wrong}`, 'PUT', { mappings: { dynamic: 'strict', properties: { id: { type: 'keyword' } } } })
        const [ad] = await sql<{ id: string }[]>`select listing_id as id from public.listing_search limit 1`
        const change = { id: ad?.id ?? '', version: 5, document: await documentIn(sql, ad?.id ?? '') }
        await expect(engine.index([change], wrong)).rejects.toThrow(MappingConflict)
      }),
    120_000,
  )

  test(
    'a slow or missing engine is left for PostgreSQL within 300 ms, and taken again',
    () =>
      onMarket(async (market) => {
        const engine = ownEngine()
        await rebuild(await feeding(market), engine)
        const proxy = await slowProxy(url())
        const slow = openSearch({ urls: [proxy.url], name: nameOf(await engine.current()), searchTimeoutMs: 250 })
        const { handler, state } = answerByEngine(slow, { resetMs: 500 })
        expect(await ask(handler, market.visitor, {})).not.toBe('postgresql')
        proxy.delayMs = 5000
        for (let asked = 0; asked < 6; asked++) {
          const startedAt = performance.now()
          expect(await ask(handler, market.visitor, {})).toBe('postgresql')
          expect(performance.now() - startedAt).toBeLessThan(600) // 250 ms, on a busy machine
        }
        expect(state()).toContain('slow or gone')
        const startedAt = performance.now()
        await ask(handler, market.visitor, {})
        expect(performance.now() - startedAt).toBeLessThan(100)
        proxy.delayMs = 0
        await expect.poll(() => ask(handler, market.visitor, {}), { timeout: 20_000 }).not.toBe('postgresql')
        expect(state()).toBe('opensearch')
        await proxy.close()
        expect(await ask(handler, market.visitor, {})).toBe('postgresql')
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
  return index?.replace(/-v\d+-\d+$/, '') ?? ''
}

async function documentIn(sql: Market['owner'], id: string) {
  const [row] = await sql<{ document: Parameters<ReturnType<typeof openSearch>['index']>[0][number]['document'] }[]>`
    select document from private.engine_documents(array[${id}::uuid])`
  return row?.document ?? null
}

function askEngine(market: Market, engine: ReturnType<typeof openSearch>, params: ListingSearch) {
  return ask(answerByEngine(engine, { timeoutMs: 5000, few: 1 }).handler, market.visitor, params)
}

/** What the handler answers a person; 'postgresql' if it lets the database answer. */
async function ask(
  handler: ReturnType<typeof answerByEngine>['handler'],
  person: Person,
  params: ListingSearch,
): Promise<SearchAnswer | 'postgresql'> {
  const sql: CallerSql = async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
    const statement = text.reduce((before, part, place) => `${before}$${place}${part}`)
    const bound = values.map((value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value))
    const found = await person.does(
      (own) => own<{ rows: Row[] }[]>`
      select coalesce(json_agg(pgrst_rows), '[]') as rows from (${own.unsafe(inlined(statement, bound))}) as pgrst_rows`,
    )
    return found[0]?.rows ?? []
  }
  const passed = { value: null }
  const signal = new AbortController().signal
  const answer = await handler({ params: { params }, sql, signal, log: QUIET, next: async () => passed })
  return answer === passed ? 'postgresql' : (answer as SearchAnswer)
}

/** The statement with its values as literals: one statement within another has no parameters of its own. */
function inlined(statement: string, values: readonly unknown[]): string {
  return statement.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    return value === null || value === undefined ? 'null' : `'${String(value).replaceAll("'", "''")}'`
  })
}

/** A proxy that delays. */
async function slowProxy(target: string): Promise<{ url: string; delayMs: number; close(): Promise<void> }> {
  const proxy = { url: '', delayMs: 0, close: async () => {} }
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await new Promise((resolve) => setTimeout(resolve, proxy.delayMs))
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
