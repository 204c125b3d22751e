import { createHash } from 'node:crypto'
import type { Rate } from './rate.ts'

export interface Failures {
  readonly count: number
  /** Milliseconds since the last one. */
  readonly ageMs: number
}

/** Where rate limits are counted: in this process, or in a place that several share. */
export interface RateLimitStore {
  /** Takes one from a bucket. @returns 0, or the seconds until there is one; then nothing was taken */
  take(key: string, rate: Rate): Promise<number>
  /** What `take` would return, without taking. */
  peek(key: string, rate: Rate): Promise<number>
  /** Counts one more; a count whose last was longer than `memoryMs` ago begins anew. */
  fail(key: string, memoryMs: number): Promise<void>
  failures(key: string): Promise<Failures | null>
  forget(key: string): Promise<void>
  close(): Promise<void>
}

/** Takes from a bucket or looks into it; one that nothing comes back to is always empty. */
export function ask(store: RateLimitStore, way: 'take' | 'peek', key: string, rate: Rate): Promise<number> {
  return rate.refill === 0 ? Promise.resolve(rate.seconds) : store[way](key, rate)
}

/** What is kept instead of the key: of one length, and nobody's address. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
