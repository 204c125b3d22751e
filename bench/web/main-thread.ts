import type { CDPSession } from 'playwright-core'

/** A trace event of Chromium. Times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur: number
  /** CPU time, without waiting. */
  readonly tdur: number
}

const LONG_MS = 50

/**
 * Total blocking time of a page: the part of the main thread's tasks beyond 50 ms each, since the first paint. Measured in CPU time, so
 * that other load does not affect it.
 * @param slowdown factor by which the device's CPU is slower
 * @returns milliseconds
 */
export async function blockingTime(devtools: CDPSession, slowdown: number, load: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value.map(traceEventOf)))
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'loading', 'devtools.timeline'] },
  })
  await load()
  await devtools.send('Tracing.end')
  await complete
  const painted = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!painted) throw new Error('the page painted nothing')
  const onMain = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === painted.pid && tid === painted.tid)
  return outermost(onMain.filter(({ name }) => /\bRunTask$/.test(name)))
    .filter(({ ts, dur }) => ts + dur > painted.ts)
    .map(({ tdur }) => (tdur / 1000) * slowdown)
    .reduce((sum, duration) => sum + Math.max(0, duration - LONG_MS), 0)
}

/** Playwright declares every field a string; times and ids are numbers. */
function traceEventOf({ name = '', ph = '', pid, tid, ts, dur, tdur }: Record<string, unknown>): TraceEvent {
  return {
    name: String(name),
    ph: String(ph),
    pid: Number(pid),
    tid: Number(tid),
    ts: Number(ts),
    dur: Number(dur ?? 0),
    tdur: Number(tdur ?? 0),
  }
}

/** Tasks that are not part of another. */
function outermost(tasks: readonly TraceEvent[]): TraceEvent[] {
  let end = 0
  return tasks
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter(({ ts, dur }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}
