import { createHash } from 'node:crypto'
import type { Rate } from './rate.ts'

export interface Failures {
  readonly count: number
  /** Milliseconds since the last failure. */
  readonly ageMs: number
}

/** Storage of rate limits: in this process, or shared by several. */
export interface RateLimitStore {
  /** Takes a token from a bucket. @returns 0, or the seconds until one is available; then none was taken */
  take(key: string, rate: Rate): Promise<number>
  /** The result of `take`, without taking. */
  peek(key: string, rate: Rate): Promise<number>
  /** Counts a failure; restarts when the last one was longer than `memoryMs` ago. */
  fail(key: string, memoryMs: number): Promise<void>
  failures(key: string): Promise<Failures | null>
  forget(key: string): Promise<void>
  close(): Promise<void>
}

/** Takes from a bucket or peeks; a bucket without refill is always empty. */
export function ask(store: RateLimitStore, way: 'take' | 'peek', key: string, rate: Rate): Promise<number> {
  return rate.refill === 0 ? Promise.resolve(rate.seconds) : store[way](key, rate)
}

/** Hash stored instead of the key: of fixed length, and without personal data. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
