import type { ListingSearch } from '../../../../contract/search/search.ts'
import { KEPT, type SavedQuery } from './types.ts'

/** What order, page and view are about says nothing of what is looked for. */
const OF_THE_VIEW = ['sort', 'page', 'view', 'hide_seen', 'posted_since']

/** The address of a search as it is kept and compared: the same search has the same one, however it was looked at. */
export function keptAddress(address: string): string {
  const params = new URLSearchParams(address)
  for (const key of OF_THE_VIEW) params.delete(key)
  params.sort()
  return params.toString()
}

/** The same search with other words left out. */
export function withExcluded(address: string, words: readonly string[]): string {
  const params = new URLSearchParams(address)
  if (words.length > 0) params.set('exclude', words.join(' '))
  else params.delete('exclude')
  params.sort()
  return params.toString()
}

/** What of a search is kept: the filters. Excluded words are kept apart. */
export function keptQuery(search: ListingSearch): SavedQuery {
  return Object.fromEntries(KEPT.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])))
}

/** Whether there is anything to save: everything for sale is no search. */
export function isSearch(search: ListingSearch): boolean {
  const { lat, lng, radius_km, ...rest } = keptQuery(search)
  const hasCircle = lat !== undefined && lng !== undefined && radius_km !== undefined
  return hasCircle || Object.keys(rest).length > 0
}

/** Words as typed into one field: separated by spaces or commas, each once, 40 characters at most. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).map((word) => word.slice(0, 40)))].filter((word) => word !== '')
}
