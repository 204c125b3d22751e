import type { App } from '../app.ts'
import type { Config } from '../config/config.ts'
import { type Backend, createBackend } from '../create-backend.ts'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { StartupError } from '../startup-error.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const DRAIN_MS = 12_000

/**
 * Runs one of several processes that share the port. It starts and stops on messages from the primary process, and stops when the primary
 * is gone. Only the primary handles signals: a terminal sends them to the whole process group.
 */
export async function runWorker(config: Config, app: App): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const owner = Promise.withResolvers<ConnectionOptions>()
  let backend: Backend | null = null
  const stop = () => {
    if (!backend) process.exit(0) // nothing is in progress yet
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    backend.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') owner.resolve(message.owner)
    else if (message.kind === 'stop') stop() // metrics are asked for by messages of another kind
  })
  process.on('disconnect', stop)
  try {
    tell({ kind: 'waiting' })
    const built = await createBackend(config, app, { owner: await owner.promise })
    const url = await built.listen()
    backend = built
    tell({ kind: 'listening', url })
  } catch (error) {
    if (!(error instanceof StartupError)) console.error(error)
    const sentence = error instanceof StartupError ? error.message : 'A worker could not start.'
    process.send?.({ kind: 'failed', sentence } satisfies FromWorker, () => process.exit(1))
  }
}

function tell(message: FromWorker): void {
  process.send?.(message)
}
