import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded into a server with `--import`: reports its event loop delay and memory to the bench. */
const RESOLUTION_MS = 1
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()

export interface Condition {
  /** Event loop delay in milliseconds since the last request. */
  readonly loop: { readonly p50: number; readonly p99: number; readonly most: number }
  /** Bytes after a garbage collection. */
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
  // Excludes the delay of the garbage collection.
  setImmediate(() => delays.reset())
})
// Must not keep the server alive.
process.channel?.unref()
