import { localList } from './local-list.ts'

const MAX_SEEN = 500

/** Ads opened in this browser, for "hide seen". Never leaves the device. */
export const seenAds = localList<{ id: string }>('seen', MAX_SEEN, isSeen)

function isSeen(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
