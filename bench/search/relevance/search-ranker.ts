import type { SupabaseClient } from '@supabase/supabase-js'
import type { Ranker } from './baselines.ts'

const PAGE = 48
const DEPTH = 50

interface Found {
  readonly items: readonly { readonly id: string }[]
  readonly close_items?: readonly { readonly id: string }[]
  readonly next_cursor: string | null
}

/** Souk's search through the data API: the ads of all pages in order, then close items. */
export function searchRanker(visitor: SupabaseClient, idOf?: ReadonlyMap<string, string>): Ranker {
  return async (text) => {
    const ids: string[] = []
    const close: string[] = []
    for (let cursor: string | null = null, page = 0; page === 0 || (cursor !== null && ids.length < DEPTH); page++) {
      const params = JSON.stringify({ q: text, limit: PAGE, cursor })
      const { data, error } = await visitor.rpc('search_listings', { params }, { get: true })
      if (error) throw error
      const found = data as Found // the contract of search_listings
      ids.push(...found.items.map(({ id }) => id))
      close.push(...(found.close_items ?? []).map(({ id }) => id))
      cursor = found.next_cursor
    }
    return [...ids, ...close].map((id) => idOf?.get(id) ?? id)
  }
}
