import { useEffect } from 'react'
import { newId } from '../../lib/new-id.ts'

/**
 * Which ads under way are open in which tab. Two tabs that go on with one ad of this browser would take turns in writing over
 * each other, and no server knows of it that could tell them. Pages without locks (plain http, old browsers) do without.
 */

const lockOf = (listingId: string) => `ad-under-way:${listingId}`

let own: string | undefined

/** Names this tab; a reload leaves the name. */
export function thisTab(): string {
  own ??= keptName() ?? newId()
  return own
}

function keptName(): string | null {
  try {
    const name = sessionStorage.getItem('post-tab') ?? newId()
    sessionStorage.setItem('post-tab', name)
    return name
  } catch {
    return null // storage is forbidden: then a reload is another tab
  }
}

/** Tells other tabs that this one has the ad open, as long as the form is. */
export function useOpenAd(listingId: string): void {
  useEffect(() => {
    const closing = new AbortController()
    const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
    locks()
      ?.request(lockOf(listingId), { mode: 'shared', signal: closing.signal }, () => closed)
      .catch(() => undefined) // closed before it was held
    return () => closing.abort()
  }, [listingId])
}

interface Copy {
  listingId: string
  /** The tab that wrote it. */
  tab?: string
}

export function isOfThisTab({ tab }: Copy): boolean {
  return tab === thisTab()
}

/** Whether another tab has the ad open. */
export async function isOpenElsewhere(draft: Copy): Promise<boolean> {
  // After a reload the lock of the page before may still be held.
  if (isOfThisTab(draft)) return false
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === lockOf(draft.listingId))
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
