import { useSyncExternalStore } from 'react'
import { mayBeSignedIn } from '../../lib/data/client.ts'
import { whenClientOpens } from '../../lib/data/opened-client.ts'

/** undefined until the stored session has been read; null for a visitor. */
export type ViewerId = string | null | undefined

let viewerId: ViewerId = mayBeSignedIn() ? undefined : null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watch()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

let watching = false
function watch() {
  if (watching) return
  watching = true
  whenClientOpens((client) =>
    client.auth.onAuthStateChange((_event, session) => {
      const next = session?.user.id ?? null
      if (next === viewerId) return
      viewerId = next
      for (const listener of listeners) listener()
    }),
  )
}

/** The id of the current user. */
export function useViewerId(): ViewerId {
  return useSyncExternalStore(
    subscribe,
    () => viewerId,
    () => null,
  )
}
