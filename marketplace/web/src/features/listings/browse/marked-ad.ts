import { useSyncExternalStore } from 'react'
import type { ListingItem } from '../listing.ts'

/** The ad that the mouse, the focus or the strip of cards points at: the map marks where it is. */
export type MarkedAd = Pick<ListingItem, 'id' | 'lat' | 'lng'>

let marked: MarkedAd | null = null
const listeners = new Set<() => void>()

/** Outside of React's state: the list need not render again for every card that the mouse crosses. */
export function markAd(ad: MarkedAd | null): void {
  if (ad?.id === marked?.id) return
  marked = ad
  for (const listener of listeners) listener()
}

export function useMarkedAd(): MarkedAd | null {
  return useSyncExternalStore(subscribe, read, readOnServer)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const read = () => marked
const readOnServer = () => null
