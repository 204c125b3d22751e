import type { Rate } from './limits.ts'
import { TokenBucket } from './token-bucket.ts'

/** Those who were seen least lately are forgotten beyond this. */
const MOST_ADDRESSES = 10_000

/** A bounded number of addresses, each with its own allowance. */
export class AddressLimiter {
  readonly #rate: Rate
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** True when there was room; false means over the limit. */
  take(address: string): boolean {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(this.#rate)
    // To the end of the map: its beginning is who was seen least lately.
    this.#buckets.delete(address)
    this.#buckets.set(address, bucket)
    if (this.#buckets.size > MOST_ADDRESSES) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest)
        break
      }
    }
    return bucket.take()
  }
}
