import { useSyncExternalStore } from 'react'
import type { ListingItem } from '../listing.ts'

/** The hovered, focused or centred ad, highlighted on the map. */
export type MarkedAd = Pick<ListingItem, 'id' | 'lat' | 'lng'>

let marked: MarkedAd | null = null
const listeners = new Set<() => void>()

/** Kept outside React state, so that hovering does not rerender the list. */
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
