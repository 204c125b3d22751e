import type { Failures, RateLimitStore } from './store.ts'
import { keepNewest, TokenBuckets } from './token-bucket.ts'

/** For installations with a single process. */
export function createMemoryStore(now: () => number = Date.now): RateLimitStore {
  const buckets = new TokenBuckets({ now })
  const guesses = new Map<string, { count: number; at: number }>()
  return {
    take: async (key, rate) => buckets.take(key, rate),
    peek: async (key, rate) => buckets.peek(key, rate),
    async fail(key, memoryMs) {
      const last = guesses.get(key)
      const count = last && now() - last.at < memoryMs ? last.count : 0
      keepNewest(guesses, key, { count: count + 1, at: now() })
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
