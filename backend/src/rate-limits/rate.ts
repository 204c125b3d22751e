/** A token bucket: `burst` at once, and `refill` of them come back over `seconds`. */
export interface Rate {
  readonly burst: number
  readonly refill: number
  readonly seconds: number
}

/** `amount` per `seconds`; the whole amount may be spent at once. */
export function rate(amount: number, seconds: number): Rate {
  return { burst: amount, refill: amount, seconds }
}

/** Milliseconds after which one token has come back. */
export function intervalMs({ refill, seconds }: Rate): number {
  return (seconds * 1000) / refill
}

/** Seconds until a bucket that is full at `fullAt` has one token again; never positive when it has one. */
export function waitSeconds(fullAt: number, now: number, allowed: Rate): number {
  const interval = intervalMs(allowed)
  // Whole milliseconds: sums of fractions are off by less.
  return Math.round(Math.max(fullAt, now) + interval - allowed.burst * interval - now) / 1000
}
