import { createServer } from 'node:http'
import type { FunctionHandler } from '../function.ts'
import { type Boot, COMPILE_CACHE_VARIABLE, type FromProcess, type ToProcess } from '../messages.ts'
import { createAnswerer } from './answer-call.ts'
import { background } from './background.ts'
import { tidyUp } from './tidy-up.ts'
import { watchOver } from './watch-over.ts'

/**
 * The process of one function. Its parent sends the module to load; it serves calls over HTTP on a socket and ends with its parent. Failures
 * in here (a throw in a timer, `process.exit`, no memory left) end only this process.
 */
const sendToParent = process.send?.bind(process)
// The IPC channel is internal; a function could only break it.
process.send = undefined
delete process.env[COMPILE_CACHE_VARIABLE]

// A terminal sends signals to the whole process group; the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => {
  if (socketPath !== null) tidyUp(socketPath)
  process.exit(0)
})
process.on('message', (message: ToProcess) => {
  if (message.kind === 'boot') void boot(message)
  else void stop()
})

let socketPath: string | null = null

async function boot(orders: Boot): Promise<void> {
  socketPath = orders.socketPath
  const watch = watchOver(orders)
  try {
    const { handle } = (await import(orders.module)) as { handle?: unknown }
    if (typeof handle !== 'function') throw new Error(`${orders.module} exports no function named handle`)
    const answer = createAnswerer(handle as FunctionHandler, orders) // arguments and result are checked per call
    const server = createServer(
      { requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 512 * 1024 },
      (request, response) => {
        watch.callStarts()
        response.once('close', watch.callEnds)
        void answer(request, response)
      },
    )
    server.keepAliveTimeout = 0 // only the parent closes connections, which avoids a race
    server.listen(orders.socketPath, () => {
      watch.begin()
      tell({ kind: 'ready' })
    })
  } catch (error) {
    tell({ kind: 'refused', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function stop(): Promise<void> {
  await background.settled()
  process.exit(0)
}

function tell(message: FromProcess): void {
  sendToParent?.(message)
}
