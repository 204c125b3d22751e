import pLimit, { type LimitFunction } from 'p-limit'

/** Limits of one caller on one resource. */
export interface ShareSize {
  readonly inFlight: number
  /** How many more requests may queue, and for how long. */
  readonly waiting: number
  readonly patienceMs: number
}

/** One caller has too many concurrent requests. The request was rejected before any work. */
export class ShareExceeded extends Error {
  override readonly name = 'ShareExceeded'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds = 1) {
    super('Too many requests at once. Please try again in a moment.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Number of callers above which idle ones are forgotten. */
const MOST_IDLE = 1000

/** Limits concurrency per caller, so that a caller with many requests only delays itself. */
export class Shares {
  readonly #size: ShareSize
  readonly #limits = new Map<string, LimitFunction>()

  constructor(size: ShareSize) {
    this.#size = size
  }

  /**
   * Runs `work` when the caller has a free slot.
   * @param key  identifies the caller; null for no limit
   * @throws {ShareExceeded} when the caller's queue is full, or after waiting too long
   */
  run<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work()
    const limit = this.#limitOf(key)
    if (limit.activeCount < this.#size.inFlight) return limit(work)
    if (limit.pendingCount >= this.#size.waiting) return Promise.reject(new ShareExceeded())
    return this.#wait(limit, work)
  }

  /** Like `run`, for work that ends when the returned function is called. */
  async enter(key: string | null): Promise<() => void> {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const { promise: entered, resolve: enter, reject } = Promise.withResolvers<void>()
    this.run(key, () => {
      enter()
      return left
    }).catch(reject)
    await entered
    return leave
  }

  #wait<T>(limit: LimitFunction, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isOver = false
      const timer = setTimeout(() => {
        isOver = true
        reject(new ShareExceeded(Math.ceil(this.#size.patienceMs / 1000)))
      }, this.#size.patienceMs)
      const turn = limit(async () => {
        clearTimeout(timer)
        if (!isOver) await work().then(resolve, reject)
      })
      turn.catch(reject)
    })
  }

  #limitOf(key: string): LimitFunction {
    const known = this.#limits.get(key)
    if (known) return known
    if (this.#limits.size >= MOST_IDLE) {
      for (const [other, { activeCount, pendingCount }] of this.#limits)
        if (activeCount + pendingCount === 0) this.#limits.delete(other)
    }
    const limit = pLimit(this.#size.inFlight)
    this.#limits.set(key, limit)
    return limit
  }
}
