import type { CallerSql } from 'souk-backend'
import type { WrittenFilters } from '../contract/search/search.ts'
import { type Conditions, conditionsOf } from './conditions.ts'
import { checkedParams, type Given } from './params.ts'
import { correct } from './understanding/correct.ts'
import { type ReadSearch, type ReadWords, readSearch } from './understanding/read-search.ts'
import { understand } from './understanding/understand.ts'
import { NOTHING_TYPED, type Understood } from './understanding/understood.ts'
import { understoodByUse } from './understanding/uses.ts'

/** A search ready to run: its parameters including filters found among its words, its interpretation, and its conditions. */
export interface Asked {
  readonly given: Given
  readonly read: ReadSearch
  /** The words after corrections. */
  readonly words: ReadWords
  readonly understood: Understood
  readonly filters: WrittenFilters | null
  readonly conditions: Conditions
  readonly ignored: readonly string[]
}

/** Interprets a search, for lists, clusters and both engines alike. @throws {RpcError} 22023 */
export async function understandSearch(sql: CallerSql, params: unknown): Promise<Asked> {
  const checked = checkedParams(params)
  const { read, typed } = await readSearch(sql, checked)
  const filters = writtenFilters(read, typed)
  const given: Given = { ...checked, ...withoutPlace(filters) }
  const { read: words, corrections } = await correct(sql, read)
  const market = marketOf(read)
  const plain = given.q === undefined ? NOTHING_TYPED : understand(words, market, corrections)
  const understood = await understoodByUse(sql, read, plain, market)
  return { given, read, words, understood, filters, ...conditionsOf(given, read, understood) }
}

export function marketOf({ ads, knows_all }: ReadSearch) {
  return { ads, knowsAll: knows_all }
}

/** Filters found among the words; null if there are none. */
function writtenFilters(
  { q, place, condition }: ReadSearch,
  { priceMax, place: named }: Awaited<ReturnType<typeof readSearch>>['typed'],
): WrittenFilters | null {
  if (q === null || (priceMax === undefined && !place && !condition)) return null
  return {
    q,
    ...(priceMax === undefined ? {} : { price_max: priceMax }),
    ...(condition ? { condition: [...condition] as NonNullable<WrittenFilters['condition']> } : {}), // from private.condition_words
    ...(place ? { place: place.name, lat: place.lat, lng: place.lng, radius_km: named?.isNear ? 25 : 10 } : {}),
  }
}

function withoutPlace(filters: WrittenFilters | null): Given {
  const { place: _, ...parameters } = filters ?? {}
  return parameters as Given // parameters of a search
}
