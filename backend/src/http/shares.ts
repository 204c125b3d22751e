import pLimit, { type LimitFunction } from 'p-limit'

/** How much of one resource a single caller may have. */
export interface ShareSize {
  readonly inFlight: number
  /** How many more may wait for their turn, and how long. */
  readonly waiting: number
  readonly patienceMs: number
}

/** One caller asks for too much at once. Nothing of the request was done. */
export class ShareExceeded extends Error {
  override readonly name = 'ShareExceeded'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds = 1) {
    super('Too many requests at once. Please try again in a moment.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Callers that are remembered before those without anything under way are forgotten. */
const MOST_IDLE = 1000

/** Gives every caller the same bounded share, so that one who asks for a lot waits for himself only. */
export class Shares {
  readonly #size: ShareSize
  readonly #limits = new Map<string, LimitFunction>()

  constructor(size: ShareSize) {
    this.#size = size
  }

  /**
   * Runs `work` when it is the caller's turn.
   * @param key  whose share it is; null for those who are not limited
   * @throws {ShareExceeded} when too much of the same caller is waiting, or for too long
   */
  run<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work()
    const limit = this.#limitOf(key)
    if (limit.activeCount < this.#size.inFlight) return limit(work)
    if (limit.pendingCount >= this.#size.waiting) return Promise.reject(new ShareExceeded())
    return this.#wait(limit, work)
  }

  /** The same for work whose end is told by calling the function that this gives. */
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
