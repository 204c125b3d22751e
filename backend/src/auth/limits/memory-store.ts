import { type Failures, intervalMs, type LimitStore, waitSeconds } from './store.ts'

/** Keys remembered; past it the longest untouched is forgotten, so memory stays bounded. */
const REMEMBERED = 100_000

/** For an installation of one process. */
export function createMemoryStore(now: () => number = Date.now): LimitStore {
  const buckets = new Map<string, number>()
  const guesses = new Map<string, { count: number; at: number }>()
  return {
    async take(key, allowance) {
      const at = now()
      const fullAt = Math.max(buckets.get(key) ?? 0, at)
      const wait = waitSeconds(fullAt, at, allowance)
      if (wait <= 0) keep(buckets, key, fullAt + intervalMs(allowance))
      return Math.max(0, wait)
    },
    async peek(key, allowance) {
      return Math.max(0, waitSeconds(buckets.get(key) ?? 0, now(), allowance))
    },
    async fail(key, memoryMs) {
      const last = guesses.get(key)
      const count = last && now() - last.at < memoryMs ? last.count : 0
      keep(guesses, key, { count: count + 1, at: now() })
    },
    async failures(key): Promise<Failures | null> {
      const last = guesses.get(key)
      return last ? { count: last.count, ageMs: now() - last.at } : null
    },
    async forget(key) {
      guesses.delete(key)
    },
    async close() {},
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key) // set again below: a Map keeps insertion order, so the first key is the longest untouched
  map.set(key, value)
  if (map.size > REMEMBERED) map.delete(map.keys().next().value as string)
}
