import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 48rem)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** True from 768 px on. Renders either table or cards, never both. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
