import type { RpcCall, RpcHandlers } from 'souk-backend'
import { answerSearch } from './answer.ts'
import { answerClusters } from './clusters.ts'
import type { SearchEngine } from './engine.ts'
import { answerSuggestions } from './suggest.ts'

/** Dependencies of one search request. */
export type EngineOf = (call: RpcCall) => SearchEngine

/** The functions that search serves over HTTP. */
export function searchHandlers(engineOf: EngineOf): RpcHandlers {
  return {
    search_listings: (call) => answerSearch(call.sql, engineOf(call), call.params.params),
    search_clusters: (call) => answerClusters(call.sql, engineOf(call), call.params.params),
    suggest: (call) => answerSuggestions(call.sql, engineOf(call), String(call.params.q ?? '')),
  }
}
