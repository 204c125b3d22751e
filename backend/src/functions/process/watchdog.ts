import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { tidyUp } from './tidy-up.ts'
import { ANSWERED, CALLS, WATCHING, type WatchOrders } from './watch-over.ts'

const BUSY_TICK_MS = 50
const IDLE_TICK_MS = 1000
const STANDARD_ERROR = 2

const { state: shared, parent, memoryBytes, cpuMs, socketPath } = workerData as WatchOrders // created by watch-over.ts
const state = new Int32Array(shared)
const never = new Int32Array(new SharedArrayBuffer(4))

let question = 0
let cpuAtQuestion = 0

// Runs no event loop: the thread sleeps and polls.
for (;;) {
  Atomics.wait(state, CALLS, 0, IDLE_TICK_MS)
  if (Atomics.load(state, CALLS) > 0) Atomics.wait(never, 0, 0, BUSY_TICK_MS)
  look()
}

function look(): void {
  if (process.ppid !== parent) {
    tidyUp(socketPath)
    end('its server is gone')
  }
  if (process.memoryUsage.rss() > memoryBytes) end('it used more memory than it may')
  if (Atomics.load(state, WATCHING) === 0) return
  // CPU time instead of wall time: on a busy machine a process may wait without being stuck.
  const cpu = cpuMilliseconds()
  if (Atomics.load(state, ANSWERED) !== question) {
    if (cpu - cpuAtQuestion > cpuMs) end(`it kept the processor for more than ${cpuMs} ms without a pause`)
    return
  }
  question += 1
  cpuAtQuestion = cpu
  parentPort?.postMessage(question)
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function end(reason: string): void {
  try {
    writeSync(STANDARD_ERROR, `The process of the function was ended: ${reason}.\n`)
  } catch {
    // The pipe is closed or full; the kill matters more than its reason.
  }
  process.kill(process.pid, 'SIGKILL')
}
