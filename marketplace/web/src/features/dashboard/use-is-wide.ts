import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 48rem)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** Whether there is room for a table (768 px). Only one of table and cards is in the page, so nothing is there twice. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
