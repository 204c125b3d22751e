/** A token bucket of capacity `burst`, refilled by `refill` over `seconds`. */
export interface Rate {
  readonly burst: number
  readonly refill: number
  readonly seconds: number
}

/** `amount` per `seconds`; the whole amount may be spent in a burst. */
export function rate(amount: number, seconds: number): Rate {
  return { burst: amount, refill: amount, seconds }
}

/** Milliseconds until one token is refilled. */
export function intervalMs({ refill, seconds }: Rate): number {
  return (seconds * 1000) / refill
}

/** Seconds until a bucket that is full at `fullAt` has a token; not positive when it has one. */
export function waitSeconds(fullAt: number, now: number, allowed: Rate): number {
  const interval = intervalMs(allowed)
  // Whole milliseconds, which absorbs rounding errors.
  return Math.round(Math.max(fullAt, now) + interval - allowed.burst * interval - now) / 1000
}
