import { createHash } from 'node:crypto'
import type { LimitAllowance } from '../../config-limits.ts'

export type Allowance = LimitAllowance

export interface Failures {
  readonly count: number
  /** Milliseconds since the last one. */
  readonly ageMs: number
}

/** Where limits are counted: in this process, or in a place that several share. */
export interface LimitStore {
  /** Takes one from a bucket. @returns 0, or the seconds until there is one; then nothing was taken */
  take(key: string, allowance: Allowance): Promise<number>
  /** What `take` would return, without taking. */
  peek(key: string, allowance: Allowance): Promise<number>
  /** Counts one more; a count whose last was longer than `memoryMs` ago begins anew. */
  fail(key: string, memoryMs: number): Promise<void>
  failures(key: string): Promise<Failures | null>
  forget(key: string): Promise<void>
  close(): Promise<void>
}

/** Takes from a bucket or looks into it; one that nothing comes back to is always empty. */
export function ask(store: LimitStore, way: 'take' | 'peek', key: string, allowance: Allowance): Promise<number> {
  return allowance.refill === 0 ? Promise.resolve(allowance.seconds) : store[way](key, allowance)
}

/** Milliseconds after which one token has come back. */
export function intervalMs({ refill, seconds }: Allowance): number {
  return (seconds * 1000) / refill
}

/** Seconds until a bucket that is full at `fullAt` has one token again; never positive when it has one. */
export function waitSeconds(fullAt: number, now: number, allowance: Allowance): number {
  const interval = intervalMs(allowance)
  return (Math.max(fullAt, now) + interval - allowance.burst * interval - now) / 1000
}

/** What is kept instead of the key: of one length, and nobody's address. */
export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
