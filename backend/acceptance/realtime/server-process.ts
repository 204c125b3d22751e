import { join } from 'node:path'
import { loadConfig } from '../../src/config/config.ts'
import { createBackend } from '../../src/create-backend.ts'
import type { ConnectionOptions } from '../../src/database/connection-options.ts'

/** One server in a separate process, forked and configured by processes.ts. */

export interface ProcessOrder {
  readonly environment: Readonly<Record<string, string>>
  /** The database of another process; null to run its own. */
  readonly owner: ConnectionOptions | null
}

export interface ProcessReport {
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  readonly owner: ConnectionOptions
}

process.once('message', async ({ environment, owner }: ProcessOrder) => {
  const app = { migrations: join(import.meta.dirname, '../migrations'), functions: {}, web: null }
  const backend = await createBackend(loadConfig(environment), app, owner ? { owner } : {})
  const url = await backend.listen()
  const { publishableKey, secretKey } = backend.keyring.apiKeys
  process.on('disconnect', () => void backend.close().then(() => process.exit(0)))
  process.send?.({ url, publishableKey, secretKey, owner: backend.database.replication } satisfies ProcessReport)
})
