import type { Rate } from './limits.ts'

/** Lets `rate.amount` through per `rate.seconds`, refilled steadily. */
export class TokenBucket {
  readonly #capacity: number
  readonly #perMs: number
  #tokens: number
  #filledAt: number

  constructor(rate: Rate, now: number = performance.now()) {
    this.#capacity = rate.amount
    this.#perMs = rate.amount / (rate.seconds * 1000)
    this.#tokens = rate.amount
    this.#filledAt = now
  }

  /** True when there was room; false means over the limit. */
  take(now: number = performance.now()): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#filledAt) * this.#perMs)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
