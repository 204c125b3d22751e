import { Client } from '@opensearch-project/opensearch'
import { documentOf, INDEX_BODY, MAPPING_VERSION } from './documents.ts'
import { type Change, type Cursor, type Found, MappingConflict, type SearchEngine } from './engine.ts'
import { type FacetResult, readFacets } from './facets.ts'
import { searchBody } from './search-body.ts'
import type { Clause } from './tsquery.ts'

export interface EngineOptions {
  /** Addresses of nodes, with user and password if they ask for them. */
  readonly urls: readonly string[]
  /** Name of the alias; indexes are called `<name>-v<mapping>-<time>`. */
  readonly name: string
  readonly searchTimeoutMs?: number
}

interface Request {
  readonly body?: Clause
  readonly bulkBody?: readonly object[]
  readonly querystring?: Readonly<Record<string, string | number | boolean>>
  readonly timeoutMs?: number
  readonly ignore?: readonly number[]
  readonly signal?: AbortSignal | undefined
}

interface SearchResponse {
  readonly hits: {
    readonly total: { readonly value: number }
    readonly hits: readonly { readonly _id: string; readonly sort: readonly [string | number, string] }[]
  }
  readonly aggregations?: Readonly<Record<string, FacetResult>>
}

interface BulkResponse {
  readonly items: readonly Readonly<
    Record<string, { readonly _id: string; readonly status: number; readonly error?: unknown }>
  >[]
}

interface SliceResponse {
  readonly aggregations: {
    readonly slices: {
      readonly buckets: readonly {
        readonly key: string
        readonly doc_count: number
        readonly stamps: { readonly value: number }
      }[]
    }
  }
}

const BULK_TIMEOUT_MS = 30_000
const SEARCH_TIMEOUT_MS = 250
/** These say something about one document: the others are fine, and a retry changes nothing. */
const OF_ONE_DOCUMENT = [400, 413]
/** Newer than what was sent; or gone already. */
const SETTLED = [404, 409]

/** OpenSearch through its official client. Opens no connection before the first request. */
export function openSearch({ urls, name, searchTimeoutMs = SEARCH_TIMEOUT_MS }: EngineOptions): SearchEngine {
  const client = new Client({ nodes: [...urls], maxRetries: urls.length - 1, requestTimeout: BULK_TIMEOUT_MS })
  const prefix = `${name}-v${MAPPING_VERSION}-`

  async function request<Body>(method: string, path: string, given: Request = {}): Promise<Body> {
    const { body, bulkBody, querystring, timeoutMs = BULK_TIMEOUT_MS, ignore = [], signal } = given
    const asked = client.transport.request(
      {
        method,
        path,
        ...(body ? { body } : {}),
        ...(bulkBody ? { bulkBody: [...bulkBody] } : {}),
        querystring: { ...querystring },
      },
      { requestTimeout: timeoutMs, ignore: [...ignore] },
    )
    const abort = () => asked.abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const answer = await asked
      return answer.body as Body // the shape of each response is OpenSearch's documentation of the path
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  async function indexes(): Promise<Record<string, { aliases: Record<string, unknown> }>> {
    return request('GET', `/${name}-*/_alias`, { querystring: { allow_no_indices: true } })
  }

  async function current(): Promise<string | null> {
    const found = Object.entries(await indexes()).find(([, { aliases }]) => name in aliases)
    return found?.[0].startsWith(prefix) ? found[0] : null
  }

  return {
    current,
    async search(asked, limit, signal) {
      const body = searchBody(asked, limit, asked.cursor && after(asked.cursor))
      const found = await request<SearchResponse>('POST', `/${name}/_search`, {
        body,
        timeoutMs: searchTimeoutMs,
        signal,
      })
      return read(found, asked.sort === 'newest')
    },
    async index(changes, target = name) {
      if (changes.length === 0) return
      const querystring = { require_alias: target === name }
      const bulkBody = changes.flatMap(lines)
      const { items } = await request<BulkResponse>('POST', `/${target}/_bulk`, { bulkBody, querystring })
      requireDone(items)
    },
    async create() {
      const index = `${prefix}${Date.now()}`
      await request('PUT', `/${index}`, { body: INDEX_BODY })
      return index
    },
    async publish(index) {
      await request('POST', `/${index}/_refresh`)
      const others = Object.keys(await indexes()).filter((other) => other !== index)
      const remove = others.map((other) => ({ remove_index: { index: other } }))
      await request('POST', '/_aliases', { body: { actions: [{ add: { index, alias: name } }, ...remove] } })
    },
    async slices() {
      await request('POST', `/${name}/_refresh`)
      const aggs = { slices: { terms: { field: 'slice', size: 16 }, aggs: { stamps: { sum: { field: 'stamp' } } } } }
      const { aggregations } = await request<SliceResponse>('POST', `/${name}/_search`, { body: { size: 0, aggs } })
      return aggregations.slices.buckets.map(({ key, doc_count, stamps }) => ({
        slice: key,
        ads: doc_count,
        stamps: stamps.value,
      }))
    },
    async *idsOf(slice) {
      for (let last: string | null = null; ; ) {
        const body: Clause = {
          size: 10_000,
          _source: false,
          query: { term: { slice } },
          sort: [{ id: 'asc' }],
          ...(last === null ? {} : { search_after: [last] }),
        }
        const page: SearchResponse = await request('POST', `/${name}/_search`, { body })
        const ids = page.hits.hits.map(({ _id }) => _id)
        if (ids.length === 0) return
        yield ids
        last = ids.at(-1) ?? null
      }
    },
    async health() {
      await request('GET', `/_alias/${name}`, { timeoutMs: searchTimeoutMs })
    },
    close: () => client.close(),
  }
}

function lines({ id, version, document }: Change): object[] {
  const at = { _id: id, version, version_type: 'external_gte' }
  return document ? [{ index: at }, documentOf(id, document)] : [{ delete: at }]
}

/** @throws {Error} if the same bulk may succeed later */
function requireDone(items: BulkResponse['items']): void {
  let refused = 0
  for (const item of items) {
    const [{ status, error } = { status: 500, error: 'no answer' }] = Object.values(item)
    const problem = JSON.stringify(error ?? null)
    if (OF_ONE_DOCUMENT.includes(status)) refused += 1
    else if (status >= 300 && (!SETTLED.includes(status) || problem.includes('index_not_found'))) {
      throw new Error(`The search engine did not index (${status}): ${problem}`)
    }
  }
  if (2 * refused > items.length) throw new MappingConflict(`${refused} of ${items.length} documents were refused`)
}

/** The hit before a page, from its cursor. */
function after({ s, k, id }: Cursor): readonly (string | number)[] {
  return [s === 'newest' ? microsOf(String(k)) : Number(k), id]
}

/** Microseconds of a time as PostgreSQL writes it; `Date` has milliseconds. */
function microsOf(time: string): number {
  const [, seconds = time, fraction = '', zone = ''] = /^(.{19})(?:\.(\d{1,6}))?(.*)$/.exec(time) ?? []
  return Date.parse(`${seconds}${zone}`) * 1000 + Number(fraction.padEnd(6, '0'))
}

function timeOf(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const text = new Date(seconds * 1000).toISOString().slice(0, 19)
  return `${text}.${String(micros - seconds * 1_000_000).padStart(6, '0')}+00:00`
}

function read({ hits, aggregations }: SearchResponse, isByTime: boolean): Found {
  return {
    hits: hits.hits.map(({ _id, sort: [key] }) => ({ id: _id, key: isByTime ? timeOf(Number(key)) : key })),
    total: hits.total.value,
    facets: aggregations ? readFacets(aggregations) : null,
  }
}
