import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Boot } from '../messages.ts'

/** State shared between the process and its watchdog: calls in progress, and the last watchdog question answered. */
export const CALLS = 0
export const ANSWERED = 1
export const WATCHING = 2

export interface WatchOrders {
  readonly state: SharedArrayBuffer
  readonly parent: number
  readonly memoryBytes: number
  readonly cpuMs: number
  readonly socketPath: string
}

export interface Watch {
  /** Starts watching the event loop; the parent times the loading of the module. */
  begin(): void
  callStarts(): void
  callEnds(): void
}

/**
 * Starts a thread that kills this process when its event loop is blocked, its memory is exhausted or its parent is gone: a blocked event
 * loop can do none of that itself.
 */
export function watchOver({ memoryMb, cpuMs, socketPath }: Boot): Watch {
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
  const state = new Int32Array(shared)
  preferAsOomVictim()
  const memoryBytes = process.memoryUsage.rss() + memoryMb * 1024 * 1024
  const orders: WatchOrders = { state: shared, parent: process.ppid, memoryBytes, cpuMs, socketPath }
  const watchdog = new Worker(new URL(`./watchdog${extname(import.meta.filename)}`, import.meta.url), {
    workerData: orders,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  watchdog.on('message', (question: number) => Atomics.store(state, ANSWERED, question))
  watchdog.unref()
  return {
    begin: () => {
      Atomics.store(state, WATCHING, 1)
    },
    callStarts: () => {
      if (Atomics.add(state, CALLS, 1) === 0) Atomics.notify(state, CALLS)
    },
    callEnds: () => {
      Atomics.sub(state, CALLS, 1)
    },
  }
}

/** On Linux, makes the kernel kill this process before the server and its database when the machine is out of memory. */
function preferAsOomVictim(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Containers may forbid it; the limits above still apply.
  }
}
