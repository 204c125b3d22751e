import { createServer } from 'node:http'
import type { FunctionHandler } from '../function.ts'
import { type Boot, COMPILE_CACHE_VARIABLE, type FromProcess, type ToProcess } from '../messages.ts'
import { createAnswerer } from './answer-call.ts'
import { background } from './background.ts'
import { tidyUp } from './tidy-up.ts'
import { watchOver } from './watch-over.ts'

/**
 * The process of one function. It is told by its parent what to load, takes calls as HTTP on a socket, and ends with its parent.
 * What goes wrong in here (a throw in a timer, `process.exit`, no memory left) ends this process and nothing else.
 */
const tellParent = process.send?.bind(process)
// The channel is the platform's; a function that finds it could only break it.
process.send = undefined
delete process.env[COMPILE_CACHE_VARIABLE]

// A terminal sends signals to everybody at once; the parent decides when this process ends.
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
    const answer = createAnswerer(handle as FunctionHandler, orders) // what it takes and gives is checked per call
    const server = createServer(
      { requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 512 * 1024 },
      (request, response) => {
        watch.callStarts()
        response.once('close', watch.callEnds)
        void answer(request, response)
      },
    )
    server.keepAliveTimeout = 0 // the parent closes connections, never this side: no race between the two
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
  tellParent?.(message)
}
