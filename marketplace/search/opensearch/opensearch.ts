import { Client } from '@opensearch-project/opensearch'
import type { CallerSql } from 'souk-backend'
import type { Conditions } from '../conditions.ts'
import { MOST_COUNTED, type SearchEngine } from '../engine.ts'
import type { Clause } from '../query.ts'
import { filtersOf } from './clauses.ts'
import { type ClustersResponse, clustersBody, readClusters } from './clusters.ts'
import { documentOf, INDEX_BODY, MAPPING_VERSION } from './documents.ts'
import { type FacetsResponse, facetsBody, readFacets } from './facets.ts'
import { type Change, MappingConflict, type SearchIndex } from './index-verbs.ts'
import { type PageResponse, pageBody, readPage } from './page.ts'
import { suggestFrom } from './suggest.ts'

export interface EngineOptions {
  /** URLs of nodes, with credentials if required. */
  readonly urls: readonly string[]
  /** Name of the alias; indexes are called `<name>-v<mapping>-<time>`. */
  readonly name: string
  readonly searchTimeoutMs?: number
}

export interface OpenSearch extends SearchIndex {
  /** Search for one request. Data that only PostgreSQL has is read with the caller's rights. */
  engineFor(sql: CallerSql, signal: AbortSignal): SearchEngine
}

interface Request {
  readonly body?: Clause
  readonly bulkBody?: readonly object[]
  readonly querystring?: Readonly<Record<string, string | number | boolean>>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
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
/** Errors of a single document: others are fine, and a retry would fail again. */
const OF_ONE_DOCUMENT = [400, 413]
/** A newer version exists, or it is already deleted. */
const SETTLED = [404, 409]
/** Larger pages of ids are refused. */
const MOST_IDS = 10_000

/** OpenSearch through its official client. Opens no connection before the first request. */
export function openSearch({ urls, name, searchTimeoutMs = SEARCH_TIMEOUT_MS }: EngineOptions): OpenSearch {
  const client = new Client({ nodes: [...urls], maxRetries: urls.length - 1, requestTimeout: BULK_TIMEOUT_MS })
  const prefix = `${name}-v${MAPPING_VERSION}-`

  async function request<Body>(method: string, path: string, given: Request = {}): Promise<Body> {
    const { body, bulkBody, querystring, timeoutMs = BULK_TIMEOUT_MS, signal } = given
    const asked = client.transport.request(
      {
        method,
        path,
        ...(body ? { body } : {}),
        ...(bulkBody ? { bulkBody: [...bulkBody] } : {}),
        querystring: { ...querystring },
      },
      { requestTimeout: timeoutMs },
    )
    const abort = () => asked.abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const answer = await asked
      return answer.body as Body // response formats as in OpenSearch's documentation of each path
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
    engineFor: (sql, signal) =>
      engineOf(sql, name, (method, path, given) =>
        request(method, path, { timeoutMs: searchTimeoutMs, signal, ...given }),
      ),
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
          size: MOST_IDS,
          _source: false,
          query: { term: { slice } },
          sort: [{ id: 'asc' }],
          ...(last === null ? {} : { search_after: [last] }),
        }
        const page: PageResponse = await request('POST', `/${name}/_search`, { body })
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

type Requester = <Body>(method: string, path: string, given: Request) => Promise<Body>

function engineOf(sql: CallerSql, name: string, request: Requester): SearchEngine {
  const now = () => new Date().toISOString()
  const ask = <Body>(body: Clause) => request<Body>('POST', `/${name}/_search`, { body })
  const askMany = async <Body>(bodies: readonly Clause[]): Promise<readonly Body[]> => {
    if (bodies.length === 0) return []
    const bulkBody = bodies.flatMap((body) => [{ index: name }, body])
    const { responses } = await request<{ responses: readonly (Body & { error?: unknown })[] }>('POST', '/_msearch', {
      bulkBody,
    })
    const failed = responses.find(({ error }) => error !== undefined)
    if (failed) throw new Error(`The search engine did not search: ${JSON.stringify(failed.error)}`)
    return responses
  }
  return {
    async page(asked) {
      return readPage(await ask<PageResponse>(pageBody(asked)), asked)
    },
    async counts(searches) {
      const bodies = searches.map((conditions: Conditions) => ({
        size: 0,
        track_total_hits: MOST_COUNTED + 1,
        query: { bool: { filter: filtersOf(conditions, now()) } },
      }))
      return (await askMany<PageResponse>(bodies)).map(({ hits }) => hits.total.value)
    },
    async facets(conditions, given) {
      return readFacets(sql, await ask<FacetsResponse>(facetsBody(conditions, now())), given)
    },
    async clusters(conditions, box, side) {
      return readClusters(sql, await ask<ClustersResponse>(clustersBody(conditions, side, now())), box, side)
    },
    suggest: (asked) => suggestFrom(sql, ask, askMany, asked),
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
