/** A statement that took this long once would have held up those behind it: so many usual ones, within these bounds. */
const SLOW = { times: 10, leastMs: 40, mostMs: 80 }
/** How long a slow one is remembered; each time again twice as long, since the first may have met a cold cache. */
const REMEMBERED_MS = { first: 1_000, longest: 60_000 }
/**
 * A shape that was quick so often is forgiven once: a busy machine stops any statement for a tenth of a second, and all
 * requests of a shape alone cost more than those that share. What takes much longer is never forgiven.
 */
const QUICK_FOR_PARDON = 100
const MOST_PARDONS = 3
const UNFORGIVEN_MS = 400
/** How much one more statement counts in the usual time. */
const WEIGHT = 0.05

interface Seen {
  slowUntil: number
  rememberedMs: number
  /** Slow times that it is still forgiven. */
  pardons: number
}

/**
 * Which statements have been quick so far: only these may share a connection. One that nobody ran yet may be anything.
 * Slow is meant beside the others: a machine that is busy with something else makes all of them take longer.
 */
export class Pace {
  readonly #seen = new WeakMap<object, Seen>()
  #usualMs = 0

  /** @param shape  the same object for every request of one shape */
  isQuick(shape: object, now: number): boolean {
    const seen = this.#seen.get(shape)
    return seen !== undefined && seen.slowUntil <= now
  }

  learn(shape: object, tookMs: number, now: number): void {
    const seen = this.#seen.get(shape)
    if (tookMs >= Math.min(SLOW.mostMs, Math.max(SLOW.leastMs, SLOW.times * this.#usualMs))) {
      const isAgain = seen !== undefined && seen.rememberedMs > 0 && now < seen.slowUntil + REMEMBERED_MS.longest
      // What was sent together and was slow together counts once.
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
