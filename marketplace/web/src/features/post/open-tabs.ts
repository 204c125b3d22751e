import { useEffect } from 'react'
import { newId } from '../../lib/new-id.ts'

/**
 * Tracks with Web Locks which unsaved ads are open in which tab, so that two tabs do not overwrite one copy. Does nothing where locks are
 * unavailable.
 */

const lockOf = (listingId: string) => `ad-under-way:${listingId}`

let own: string | undefined

/** This tab's id, stable across reloads. */
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

/** Holds the ad's lock while the form is open. */
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
  tab?: string
}

export function isOfThisTab({ tab }: Copy): boolean {
  return tab === thisTab()
}

export async function isOpenElsewhere(draft: Copy): Promise<boolean> {
  // After a reload, the old page may still hold the lock.
  if (isOfThisTab(draft)) return false
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === lockOf(draft.listingId))
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
