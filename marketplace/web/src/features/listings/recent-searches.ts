import { localList } from './local-list.ts'

const KEPT = 8

/** Recent searches in this browser that had results, newest first; the query is the id. Never leaves the device. */
export const recentSearches = localList<{ id: string }>('searches', KEPT, isSearch)

function isSearch(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
