import { useSyncExternalStore } from 'react'

/**
 * What the server that draws a page and the browser that takes it over must agree on until the page is live: the moment from
 * which "3 h ago" is counted, and that days are those of UTC, because the server does not know where its reader is.
 */
let moment: Date | null = null
const waiting = new Set<() => void>()

/** Draws as of a moment; null is as of now, by the reader's own clock. */
export function drawAsOf(when: Date | null): void {
  moment = when
  if (when === null) for (const tell of waiting) tell()
}

/** The moment that a page is drawn for. */
export function presentMoment(): Date {
  return moment ?? new Date()
}

/** For `Intl.DateTimeFormat`: the zone that server and browser share while the page is taken over, then the reader's own. */
export function zoneOfDays(): { timeZone?: 'UTC' } {
  return moment ? { timeZone: 'UTC' } : {}
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** False on a page as the server draws it, until it is live. What shows days and hours asks, and is drawn again by the reader's own clock. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => moment === null,
    () => false,
  )
}
