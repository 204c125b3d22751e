import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { keptAddress, keptQuery, withExcluded } from './address.ts'
import type { FreshHit, SavedSearch, SearchChoices, SearchToSave } from './types.ts'

/** Older results have been seen, or will not be. */
const FRESH_MS = 14 * 24 * 3_600_000

const COLUMNS = 'id, name, address, summary, exclude_words, cadence, channels, new_count, last_hit_at'

/** The user's saved searches, most recently saved first. */
export async function readSearches(): Promise<SavedSearch[]> {
  const client = await dataClient()
  const answer = await client.from('saved_searches').select(COLUMNS).order('created_at', { ascending: false })
  return dataOf(answer) as SavedSearch[] // check constraints guarantee cadence and channels
}

/** The latest ads found by the user's saved searches, newest first, at most `most`. */
export async function readFreshHits(most: number): Promise<FreshHit[]> {
  const client = await dataClient()
  const answer = await client
    .from('search_hits')
    .select('listing_id, kind, found_at, search:saved_searches!inner (id, name, address)')
    .gte('found_at', new Date(Date.now() - FRESH_MS).toISOString())
    .order('found_at', { ascending: false })
    .limit(most)
  return dataOf(answer) as FreshHit[] // a check constraint guarantees kind
}

export async function saveSearch({ search, address, summary }: SearchToSave, choices: SearchChoices): Promise<void> {
  const client = await dataClient()
  const row = {
    ...columnsOf(choices),
    query: { ...keptQuery(search) },
    address: withExcluded(keptAddress(address), choices.exclude_words),
    summary: summary.slice(0, 400),
  }
  // The generated type of a jsonb column does not allow optional keys; this is an object of plain values.
  dataOf(await client.from('saved_searches').insert(row as never))
}

export async function changeSearch(search: SavedSearch, choices: SearchChoices): Promise<void> {
  const client = await dataClient()
  const address = withExcluded(search.address, choices.exclude_words)
  dataOf(
    await client
      .from('saved_searches')
      .update({ ...columnsOf(choices), address })
      .eq('id', search.id),
  )
}

export async function deleteSearch(id: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.from('saved_searches').delete().eq('id', id))
}

export async function markSeen(id: string): Promise<void> {
  const client = await dataClient()
  dataOf(await client.rpc('mark_search_seen', { search_id: id }))
}

function columnsOf({ name, cadence, channels, exclude_words }: SearchChoices) {
  return { name, cadence, channels: [...channels], exclude_words: [...exclude_words] }
}
