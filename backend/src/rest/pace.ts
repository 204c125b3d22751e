/** Slow threshold: a multiple of the usual duration, within bounds. A slower statement would hold up those sharing its connection. */
const SLOW = { times: 10, leastMs: 40, mostMs: 80 }
/** How long slowness is remembered; doubled each time, since the first may be due to a cold cache. */
const REMEMBERED_MS = { first: 1_000, longest: 60_000 }
/**
 * Number of quick runs that earn a shape one pardon: a busy host stalls any statement for a tenth of a second, and requests of a shape
 * without shared connections cost more. Much slower runs are never pardoned.
 */
const QUICK_FOR_PARDON = 100
const MOST_PARDONS = 3
const UNFORGIVEN_MS = 400
/** Weight of one more statement in the usual duration. */
const WEIGHT = 0.05

interface Seen {
  slowUntil: number
  rememberedMs: number
  /** Slow runs that are still forgiven. */
  pardons: number
}

/**
 * Tracks which statements have been quick so far: only these may share a connection. A statement that never ran isn't quick. Slowness is
 * relative to other statements, since a busy host delays all of them.
 */
export class Pace {
  readonly #seen = new WeakMap<object, Seen>()
  #usualMs = 0

  /** @param shape  one object per request shape */
  isQuick(shape: object, now: number): boolean {
    const seen = this.#seen.get(shape)
    return seen !== undefined && seen.slowUntil <= now
  }

  learn(shape: object, tookMs: number, now: number): void {
    const seen = this.#seen.get(shape)
    if (tookMs >= Math.min(SLOW.mostMs, Math.max(SLOW.leastMs, SLOW.times * this.#usualMs))) {
      const isAgain = seen !== undefined && seen.rememberedMs > 0 && now < seen.slowUntil + REMEMBERED_MS.longest
      // Statements that were sent together and slow together count once.
      if (isAgain && now < seen.slowUntil) return
      if (seen !== undefined && seen.pardons >= 1 && tookMs < UNFORGIVEN_MS) {
        seen.pardons -= 1
        return
      }
      const rememberedMs = isAgain ? Math.min(REMEMBERED_MS.longest, 2 * seen.rememberedMs) : REMEMBERED_MS.first
      this.#seen.set(shape, { slowUntil: now + rememberedMs, rememberedMs, pardons: 0 })
      return
    }
    this.#usualMs += WEIGHT * (tookMs - this.#usualMs)
    if (seen) seen.pardons = Math.min(MOST_PARDONS, seen.pardons + 1 / QUICK_FOR_PARDON)
    else this.#seen.set(shape, { slowUntil: 0, rememberedMs: 0, pardons: 0 })
  }
}
