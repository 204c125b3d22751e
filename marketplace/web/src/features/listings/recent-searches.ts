import { localList } from './local-list.ts'

const KEPT = 8

/** Words that were searched for in this browser and found something, the last first; the words are their own id. Never leaves the device. */
export const recentSearches = localList<{ id: string }>('searches', KEPT, isSearch)

function isSearch(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
