import type { RpcHandlers } from 'souk-backend'
import type { Job } from 'souk-backend/jobs'
import type { SearchConfig } from '../config/search.ts'
import { stopFeed } from './feed.ts'

/** How an installation searches: what answers, what keeps the index up to date, and what /readyz says. */
export interface MarketSearch {
  readonly rpc: RpcHandlers
  readonly jobs: readonly Job[]
  readonly readiness: () => Readonly<Record<string, string>>
}

/** The engine and its client are loaded only if there is one. */
export async function openSearchEngine(config: SearchConfig | null): Promise<MarketSearch> {
  if (config === null) return { rpc: {}, jobs: [stopFeed], readiness: () => ({}) }
  const [{ openSearch }, { answerByEngine }, { feedSearch, mendSearch }] = await Promise.all([
    import('./opensearch.ts'),
    import('./answer.ts'),
    import('./feed.ts'),
  ])
  const engine = openSearch(config)
  const { handler, state } = answerByEngine(engine)
  return {
    rpc: { search_listings: handler },
    jobs: [feedSearch(engine), mendSearch(engine)],
    readiness: () => ({ search: state() }),
  }
}
