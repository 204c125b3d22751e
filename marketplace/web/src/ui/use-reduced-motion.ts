import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Whether this person wants things to stand still. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = matchMedia(QUERY)
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => matchMedia(QUERY).matches,
    () => true,
  )
}
