import type { RpcHandlers } from 'souk-backend'
import type { Job } from 'souk-backend/jobs'
import type { SearchConfig } from '../config/search.ts'
import { searchHandlers } from './handlers.ts'
import { stopFeed } from './opensearch/stop-feed.ts'
import { postgresEngine } from './postgres/postgres-engine.ts'

/** The search setup of an installation: the engine, the job that updates its index, and the state for /readyz. */
export interface MarketSearch {
  readonly rpc: RpcHandlers
  readonly jobs: readonly Job[]
  readonly readiness: () => Readonly<Record<string, string>>
}

/** Loads a search engine and its client only if one is configured. */
export async function openSearchEngine(config: SearchConfig | null): Promise<MarketSearch> {
  if (config === null) {
    return { rpc: searchHandlers(({ sql }) => postgresEngine(sql)), jobs: [stopFeed], readiness: () => ({}) }
  }
  const [{ openSearch }, { guarded }, { feedSearch, mendSearch }] = await Promise.all([
    import('./opensearch/opensearch.ts'),
    import('./opensearch/guarded.ts'),
    import('./opensearch/feed.ts'),
  ])
  const opensearch = openSearch(config)
  const { engineOf, state } = guarded(opensearch)
  return {
    rpc: searchHandlers(engineOf),
    jobs: [feedSearch(opensearch), mendSearch(opensearch)],
    readiness: () => ({ search: state() }),
  }
}
