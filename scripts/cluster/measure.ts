import type { Request } from './load.ts'

/** Window length; each window's p99 is compared with the one before the fault. */
const WINDOW_MS = 3_000
/** Shorter times count as normal: on a busy machine they are noise. */
const FLOOR_MS = 1_000

export interface Pace {
  /** Before the fault, in milliseconds. */
  readonly p99Before: number
  /** Time from the fault until all later windows are normal; null if the last one is not. */
  readonly secondsToNormal: number | null
  readonly failed: number
  readonly total: number
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/**
 * Normal is a window without a failed request and with a p99 of at most twice that of before, or a second.
 * @param times  start of the load, start of the fault and end of the load, on the same clock as the requests
 */
export function paceOf(requests: readonly Request[], times: { from: number; fault: number; to: number }): Pace {
  const before = requests.filter(({ startedAt }) => startedAt < times.fault)
  const after = requests.filter(({ startedAt, ms }) => startedAt + ms >= times.fault)
  const p99Before = percentile(
    before.map(({ ms }) => ms),
    0.99,
  )
  const most = Math.max(FLOOR_MS, 2 * p99Before)
  let normalFrom: number | null = times.fault
  for (let at = times.fault; at < times.to; at += WINDOW_MS) {
    const inWindow = after.filter(({ startedAt }) => startedAt >= at - WINDOW_MS / 2 && startedAt < at + WINDOW_MS / 2)
    const isNormal =
      inWindow.length > 0 &&
      inWindow.every(({ isOk }) => isOk) &&
      percentile(
        inWindow.map(({ ms }) => ms),
        0.99,
      ) <= most
    if (!isNormal) normalFrom = null
    else normalFrom ??= endOfTrouble(after, at, most)
  }
  return {
    p99Before: Math.round(p99Before),
    secondsToNormal: normalFrom === null ? null : Math.max(0, Math.round((normalFrom - times.fault) / 100) / 10),
    failed: after.filter(({ isOk }) => !isOk).length,
    total: requests.length,
  }
}

/** End time of the last failed or slow request before the first normal window. */
function endOfTrouble(requests: readonly Request[], before: number, most: number): number {
  const bad = requests.filter(({ startedAt, ms, isOk }) => startedAt < before + WINDOW_MS && (!isOk || ms > most))
  return Math.max(0, ...bad.map(({ startedAt, ms }) => startedAt + ms))
}
