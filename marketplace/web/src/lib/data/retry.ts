import type { Query } from '@tanstack/react-query'
import { isTransient } from './failure.ts'
import { pauseMs } from './server-pause.ts'

/**
 * The one place that decides whether a read is tried again. Nothing below it does: supabase-js's own retries are off, and
 * the service worker asks once. Writes are not repeated here; those that may be (messages, drafts, parts of uploads carry an
 * id of their own) are kept by their senders until there is a connection.
 */
const RETRIES = 1

const SHORTEST_MS = 1000
/** A longer wait is told instead, with a button. */
const LONGEST_MS = 10_000
/** Of a failed read: whoever mounts within this time does not try again. */
const JUST_FAILED_MS = 10_000

export function isTriedAgain(failures: number, error: unknown): boolean {
  const isOffline = globalThis.navigator?.onLine === false
  return failures < RETRIES && !isOffline && isTransient(error) && pauseMs() <= LONGEST_MS
}

/** As long as the server asked for; never everybody at one moment. */
export function retryDelayMs(): number {
  return Math.max(SHORTEST_MS, pauseMs()) + Math.random() * 250
}

/** What has just failed is shown as failed: parts of a page that arrive one after another share its two tries. */
export function isRetriedOnMount({ state }: Pick<Query, 'state'>): boolean {
  return Date.now() - state.errorUpdatedAt > JUST_FAILED_MS
}

/** What was read without a connection came from what the browser had kept, however recent it looks. */
export function refetchAfterOffline({ state }: Pick<Query, 'state'>): boolean | 'always' {
  return offlineSince !== null && state.dataUpdatedAt >= offlineSince ? 'always' : true
}

let offlineSince: number | null = globalThis.navigator?.onLine === false ? 0 : null
globalThis.addEventListener?.('offline', () => {
  offlineSince = Date.now()
})
