import { intervalMs, type Rate, waitSeconds } from './rate.ts'

/** Default number of keys. */
const REMEMBERED = 100_000

/** One bucket in memory, represented by the time when it is full again. */
export class TokenBucket {
  readonly #rate: Rate
  #fullAt = 0

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Returns false when over the limit. */
  take(now: number = performance.now()): boolean {
    if (waitSeconds(this.#fullAt, now, this.#rate) > 0) return false
    this.#fullAt = Math.max(this.#fullAt, now) + intervalMs(this.#rate)
    return true
  }
}

/** One bucket per key; beyond `most` the least recently used is evicted, which bounds memory. */
export class TokenBuckets {
  readonly #fullAt = new Map<string, number>()
  readonly #now: () => number
  readonly #most: number

  constructor(options: { readonly now?: () => number; readonly most?: number } = {}) {
    this.#now = options.now ?? (() => performance.now())
    this.#most = options.most ?? REMEMBERED
  }

  /** @returns 0, or the seconds until a token is available; then none was taken */
  take(key: string, rate: Rate): number {
    const now = this.#now()
    const fullAt = this.#fullAt.get(key) ?? 0
    const wait = waitSeconds(fullAt, now, rate)
    if (wait <= 0) keepNewest(this.#fullAt, key, Math.max(fullAt, now) + intervalMs(rate), this.#most)
    return Math.max(0, wait)
  }

  /** The result of `take`, without taking. */
  peek(key: string, rate: Rate): number {
    return Math.max(0, waitSeconds(this.#fullAt.get(key) ?? 0, this.#now(), rate))
  }
}

export function keepNewest<T>(map: Map<string, T>, key: string, value: T, most: number = REMEMBERED): void {
  map.delete(key) // set again below: a Map keeps insertion order, so the first key is the least recently used
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as string)
}
