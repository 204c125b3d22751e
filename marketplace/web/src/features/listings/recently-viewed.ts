import { localList } from './local-list.ts'

/** An ad viewed in this browser, and its price at that time. */
export interface Viewed {
  id: string
  priceMinor: number | null
}

export const recentlyViewed = localList<Viewed>('recently-viewed', 12, isViewed)

function isViewed(value: unknown): value is Viewed {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('priceMinor' in value)) return false
  return typeof value.id === 'string' && (value.priceMinor === null || typeof value.priceMinor === 'number')
}
