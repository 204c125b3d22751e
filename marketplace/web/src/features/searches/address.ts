import type { ListingSearch } from '../../../../contract/search/search.ts'
import { KEPT, type SavedQuery } from './types.ts'

/** Parameters of the display, not of the search. */
const OF_THE_VIEW = ['sort', 'page', 'view', 'hide_seen', 'posted_since']

/** The canonical query string of a search: equal searches have the same one, whatever their display. */
export function keptAddress(address: string): string {
  const params = new URLSearchParams(address)
  for (const key of OF_THE_VIEW) params.delete(key)
  params.sort()
  return params.toString()
}

/** The same search with other excluded words. */
export function withExcluded(address: string, words: readonly string[]): string {
  const params = new URLSearchParams(address)
  if (words.length > 0) params.set('exclude', words.join(' '))
  else params.delete('exclude')
  params.sort()
  return params.toString()
}

/** The filters of a search that are saved. Excluded words are stored separately. */
export function keptQuery(search: ListingSearch): SavedQuery {
  return Object.fromEntries(KEPT.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])))
}

/** Whether there is anything to save: at least one filter. */
export function isSearch(search: ListingSearch): boolean {
  const { lat, lng, radius_km, ...rest } = keptQuery(search)
  const hasCircle = lat !== undefined && lng !== undefined && radius_km !== undefined
  return hasCircle || Object.keys(rest).length > 0
}

/** Words typed into one field: separated by spaces or commas, deduplicated, 40 characters each at most. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).map((word) => word.slice(0, 40)))].filter((word) => word !== '')
}
