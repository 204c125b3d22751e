/** One measurement. */
export interface Figure {
  readonly name: string
  readonly unit: string
  /** The best possible value on this machine, measured in the same run; null without such a limit. */
  readonly limit: number | null
  readonly ours: number
  /** ours / limit for rates, limit / ours for times: 1 is the limit, higher is better. Null without a limit. */
  readonly ratio: number | null
  /** The target: a ratio where there is a limit, else a value in `unit`. */
  readonly goal: string
}

interface Measured {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly limit?: number | null
  readonly goal: string
}

/** Higher is better: per second. */
export function rateFigure({ name, unit, ours, limit = null, goal }: Measured): Figure {
  return { name, unit, limit, ours, ratio: limit === null ? null : ours / limit, goal }
}

/** Lower is better: milliseconds, bytes. */
export function costFigure({ name, unit, ours, limit = null, goal }: Measured): Figure {
  return { name, unit, limit, ours, ratio: limit === null ? null : limit / ours, goal }
}

/** The value below which the given share of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** Duration of one run, in milliseconds. */
export interface Waits {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export function waitsOf(samples: readonly number[]): Waits {
  const sorted = Float64Array.from(samples).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/**
 * Corrects for coordinated omission, as wrk does: a client sends nothing during a long wait, so long waits are underrepresented. Each wait
 * longer than twice the usual one also counts for the requests that would have been sent during it.
 * @param duration  total, in the unit of the samples  @param inFlight  number of concurrent requests
 */
export function withUnasked(samples: readonly number[], duration: number, inFlight: number): number[] {
  const usual = (duration * inFlight) / samples.length
  const all = [...samples]
  for (const sample of samples) {
    if (sample < 2 * usual) continue
    for (let rest = sample - usual; rest > usual; rest -= usual) all.push(rest)
  }
  return all
}

/** Milliseconds of each of `count` sequential runs, after `warmUp` unmeasured ones. */
export async function timeEach(
  count: number,
  run: (index: number) => Promise<unknown>,
  warmUp = 10,
): Promise<number[]> {
  for (let index = 0; index < warmUp; index++) await run(index)
  const samples: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await run(index)
    samples.push(performance.now() - startedAt)
  }
  return samples
}

/** Runs per second with `inFlight` concurrent ones, for about `seconds`. */
export async function ratePerSecond(inFlight: number, seconds: number, run: () => Promise<unknown>): Promise<number> {
  const warmUntil = performance.now() + 300
  await Promise.all(Array.from({ length: inFlight }, () => repeatUntil(warmUntil, run)))
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  const counts = await Promise.all(Array.from({ length: inFlight }, () => repeatUntil(end, run)))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000)
}

async function repeatUntil(end: number, run: () => Promise<unknown>): Promise<number> {
  let count = 0
  while (performance.now() < end) {
    await run()
    count++
  }
  return count
}

/** Measures limit and ours alternately, so that other load slows down both, and returns the round with the median ratio. */
export async function byTurns(
  measure: { limit: () => Promise<number>; ours: () => Promise<number> },
  rounds = 3,
): Promise<{ limit: number; ours: number }> {
  const measured: { limit: number; ours: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const limit = await measure.limit()
    measured.push({ limit, ours: await measure.ours() })
  }
  return middleRound(measured)
}

/** Returns the round with the median ratio. @throws {Error} without any round */
export function middleRound(
  rounds: readonly { limit: number; ours: number }[],
): Readonly<{ limit: number; ours: number }> {
  const sorted = [...rounds].sort((a, b) => a.ours / a.limit - b.ours / b.limit)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (!middle) throw new Error('nothing was measured')
  return middle
}
