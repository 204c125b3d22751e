import { setTimeout as wait } from 'node:timers/promises'
import { startNodes, whatIsMissing } from '../../marketplace/search/testing/opensearch-nodes.ts'
import { type Market, openMarket } from '../harness/market.ts'

export type Engine = 'PostgreSQL' | 'OpenSearch'

const PORT = 9290
const HEAP = '1g'
const POLL_MS = 500
/** Delivered documents are found after the engine's next refresh, at most a second later. */
const REFRESH_MS = 1500

/** The engines to measure: both, or the one of BENCH_ENGINE. OpenSearch needs Java and Maven. */
export function enginesHere(): readonly Engine[] {
  const wanted = process.env.BENCH_ENGINE?.toLowerCase()
  const missing = whatIsMissing()
  if (missing) console.log(`Left out: OpenSearch, because ${missing}.`)
  return (['PostgreSQL', 'OpenSearch'] as const)
    .filter((engine) => wanted === undefined || engine.toLowerCase() === wanted)
    .filter((engine) => engine === 'PostgreSQL' || missing === null)
}

/** Runs `work` on a market that this engine searches. */
export async function onMarket<T>(engine: Engine, demo: boolean, work: (market: Market) => Promise<T>): Promise<T> {
  const nodes = engine === 'OpenSearch' ? await startNodes(1, PORT, HEAP) : null
  try {
    const market = await openMarket({ demo, environment: nodes ? { SEARCH_URL: nodes.urls.join() } : {} })
    try {
      return await work(market)
    } finally {
      await market.close()
    }
  } finally {
    await nodes?.stop()
  }
}

/** Waits until the index contains all ads; `anew` if some bypassed the triggers that feed it. @returns seconds */
export async function untilIndexed({ sql }: Market, engine: Engine, { anew }: { anew: boolean }): Promise<number> {
  if (engine === 'PostgreSQL') return 0
  const startedAt = performance.now()
  if (anew) await sql`update private.search_feed set is_built = false`
  for (;;) {
    const [row] = await sql<{ is_done: boolean }[]>`
      select coalesce((select is_built from private.search_feed), false) and not exists (select from private.search_outbox) as is_done`
    if (row?.is_done) break
    await wait(POLL_MS)
  }
  await wait(REFRESH_MS)
  return (performance.now() - startedAt) / 1000
}
