import type { Query } from '@tanstack/react-query'
import { isTransient } from './failure.ts'
import { pauseMs } from './server-pause.ts'

/**
 * The only place that decides whether a read is retried: supabase-js's own retries are off, and the service worker asks once. Writes are
 * not retried here; idempotent ones (messages, drafts, upload parts, which carry an id) are queued by their senders until the connection
 * returns.
 */
const RETRIES = 1

const SHORTEST_MS = 1000
/** A longer wait is reported to the user instead, with a button. */
const LONGEST_MS = 10_000
/** Components that mount within this time after a failed read do not retry it. */
const JUST_FAILED_MS = 10_000

export function isTriedAgain(failures: number, error: unknown): boolean {
  const isOffline = globalThis.navigator?.onLine === false
  return failures < RETRIES && !isOffline && isTransient(error) && pauseMs() <= LONGEST_MS
}

/** At least as long as the server asked for, with jitter. */
export function retryDelayMs(): number {
  return Math.max(SHORTEST_MS, pauseMs()) + Math.random() * 250
}

/** A read that has just failed is shown as failed: components that mount one after another share its two attempts. */
export function isRetriedOnMount({ state }: Pick<Query, 'state'>): boolean {
  return Date.now() - state.errorUpdatedAt > JUST_FAILED_MS
}

/** Data read while offline came from the browser's cache, however recent it looks. */
export function refetchAfterOffline({ state }: Pick<Query, 'state'>): boolean | 'always' {
  return offlineSince !== null && state.dataUpdatedAt >= offlineSince ? 'always' : true
}

let offlineSince: number | null = globalThis.navigator?.onLine === false ? 0 : null
globalThis.addEventListener?.('offline', () => {
  offlineSince = Date.now()
})
