import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded into a server with `--import`: tells the bench how its event loop and its memory are. */
const RESOLUTION_MS = 1
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()

export interface Condition {
  /** Milliseconds that the loop was late, since the last question. */
  readonly loop: { readonly p50: number; readonly p99: number; readonly most: number }
  /** Bytes, after everything was collected. */
  readonly memory: { readonly resident: number; readonly inUse: number }
}

process.on('message', (message) => {
  if (message !== 'how are you?') return
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  const loop = { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), most: late(delays.max) }
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ loop, memory: { resident: rss, inUse: heapUsed + external } } satisfies Condition)
  // Collecting is none of the server's own delays.
  setImmediate(() => delays.reset())
})
// The server ends when it wants to.
process.channel?.unref()
