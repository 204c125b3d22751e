import { useSyncExternalStore } from 'react'

/**
 * What server rendering and hydration must agree on: the time that "3 h ago" is relative to, and UTC dates, because the server does not
 * know the reader's time zone.
 */
let moment: Date | null = null
const waiting = new Set<() => void>()

/** Renders as of a given time; null means now, by the reader's clock. */
export function renderAsOf(when: Date | null): void {
  moment = when
  if (when === null) for (const tell of waiting) tell()
}

/** The time that the page is rendered for. */
export function presentMoment(): Date {
  return moment ?? new Date()
}

/** Options for `Intl.DateTimeFormat`: UTC until the page is hydrated, then the reader's time zone. */
export function zoneOfDays(): { timeZone?: 'UTC' } {
  return moment ? { timeZone: 'UTC' } : {}
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** False during server rendering and hydration. Components that show dates or times use it to re-render with the reader's clock. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => moment === null,
    () => false,
  )
}
