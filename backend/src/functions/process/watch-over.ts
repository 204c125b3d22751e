import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Boot } from '../messages.ts'

/** What the process and its watchdog share: calls under way, and the last of the watchdog's questions that was answered. */
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
  /** From now on the event loop must answer; loading the module is measured by the parent. */
  begin(): void
  callStarts(): void
  callEnds(): void
}

/**
 * Starts a thread that ends this whole process when its event loop is blocked, its memory is used up or its parent is gone:
 * a loop that never ends can do none of that itself.
 */
export function watchOver({ memoryMb, cpuMs, socketPath }: Boot): Watch {
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
  const state = new Int32Array(shared)
  goFirstWithoutMemory()
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

/** On Linux, when the whole machine is out of memory, the kernel ends this process before the server and its database. */
function goFirstWithoutMemory(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // A container may forbid it; the limits above hold all the same.
  }
}
