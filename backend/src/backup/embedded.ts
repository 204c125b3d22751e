import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { findBinaries } from '../database/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { isRunningOn } from '../database/embedded/orphan.ts'
import { readSecrets } from '../database/secret-file.ts'

export interface ReachedPostgres {
  readonly connection: ConnectionOptions
  leave(): Promise<void>
}

/** Connects to the embedded server of a data folder, starting one if none is running. */
export async function reachEmbedded(dataDir: string): Promise<ReachedPostgres> {
  const clusterDir = join(dataDir, 'postgres')
  if (await isRunningOn(clusterDir)) {
    const [, , , port = '', socketDir = '', host = ''] = (
      await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')
    ).split('\n')
    const secrets = await readSecrets<{ password: string }>(dataDir, 'postgres.json')
    const password = secrets?.password ?? ''
    const connection = { host: socketDir || host, port: Number(port), user: 'postgres', password, database: 'postgres' }
    return { connection, leave: async () => undefined }
  }
  const server = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }))
  return { connection: server.connection, leave: server.stop }
}

/** The major version of the embedded PostgreSQL. */
export async function embeddedMajor(): Promise<number> {
  const { postgres } = await findBinaries()
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  return Number(/(\d+)/.exec(stdout)?.[1])
}
