import CircuitBreaker from 'opossum'
import type { RpcCall } from 'souk-backend'
import type { SearchEngine } from '../engine.ts'
import { postgresEngine } from '../postgres/postgres-engine.ts'
import type { OpenSearch } from './opensearch.ts'

export interface GuardOptions {
  readonly timeoutMs?: number
  readonly resetMs?: number
}

export interface Guard {
  engineOf(call: RpcCall): SearchEngine
  /** For /readyz. */
  state(): 'opensearch' | 'postgresql: opensearch is slow or gone'
  close(): Promise<void>
}

/** A search engine with PostgreSQL as fallback while it is slow or down. */
export function guarded(opensearch: OpenSearch, { timeoutMs = 250, resetMs = 2000 }: GuardOptions = {}): Guard {
  const breaker = new CircuitBreaker((work: () => Promise<unknown>) => work(), {
    timeout: timeoutMs,
    resetTimeout: resetMs,
    errorThresholdPercentage: 50,
    volumeThreshold: 3,
    rollingCountTimeout: 5000,
  })
  return {
    engineOf({ sql, signal, log }) {
      const engine = opensearch.engineFor(sql, signal)
      const fallback = postgresEngine(sql)
      // A request waits for it at most once.
      let hasFailed = false
      const either = async <Answer>(verb: (of: SearchEngine) => Promise<Answer>): Promise<Answer> => {
        if (hasFailed || breaker.opened) return verb(fallback)
        try {
          return (await breaker.fire(() => verb(engine))) as Answer // result of that call
        } catch (error) {
          if (signal.aborted) throw error
          hasFailed = true
          log.warn(
            { err: error, breaker: breaker.opened ? 'open' : 'closed' },
            'the search engine failed; PostgreSQL answers',
          )
          return verb(fallback)
        }
      }
      return {
        page: (asked) => either((of) => of.page(asked)),
        counts: (searches) => either((of) => of.counts(searches)),
        facets: (conditions, given, page) => either((of) => of.facets(conditions, given, page)),
        clusters: (conditions, box, side) => either((of) => of.clusters(conditions, box, side)),
        suggest: (asked) => either((of) => of.suggest(asked)),
      }
    },
    state: () => (breaker.opened ? 'postgresql: opensearch is slow or gone' : 'opensearch'),
    async close() {
      breaker.shutdown()
      await opensearch.close()
    },
  }
}
