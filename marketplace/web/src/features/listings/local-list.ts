/**
 * A small list in localStorage that components can subscribe to (useSyncExternalStore). Newest first, one entry per id. Where storage is
 * blocked (private windows) the list lasts until the page closes.
 */
export interface LocalList<T extends { id: string }> {
  read(): readonly T[]
  /** For server rendering: empty. */
  onServer(): readonly T[]
  put(entry: T): void
  remove(id: string): void
  clear(): void
  subscribe(listener: () => void): () => void
}

// The same object for both snapshots: another one would re-render the page synchronously right after hydration.
const NOTHING: readonly never[] = []

export function localList<T extends { id: string }>(
  key: string,
  limit: number,
  isEntry: (value: unknown) => value is T,
): LocalList<T> {
  const listeners = new Set<() => void>()
  let entries: readonly T[] | null = null

  const load = (): readonly T[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      const kept = Array.isArray(stored) ? stored.filter(isEntry).slice(0, limit) : []
      return kept.length > 0 ? kept : NOTHING
    } catch {
      // Blocked or corrupt: treat as empty.
      return NOTHING
    }
  }
  const read = () => {
    entries ??= load()
    return entries
  }
  const write = (next: readonly T[]) => {
    entries = next
    try {
      // An empty list leaves nothing: index.html takes the key for an answer.
      if (next.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Blocked or full: the list in memory still serves this page.
    }
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    entries = null
    for (const listener of listeners) listener()
  }

  return {
    read,
    onServer: () => NOTHING,
    put: (entry) => write([entry, ...read().filter(({ id }) => id !== entry.id)].slice(0, limit)),
    remove: (id) => write(read().filter((entry) => entry.id !== id)),
    clear: () => write([]),
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
  }
}
