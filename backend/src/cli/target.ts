import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reachEmbedded } from '../backup/embedded.ts'
import type { Config } from '../config/config.ts'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { openConnection, parseDatabaseUrl, type Sql } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'

/** Options of every command on a database, as in Supabase's CLI. */
export const TARGET_OPTIONS = {
  'db-url': { type: 'string' },
  local: { type: 'boolean' },
  linked: { type: 'boolean' },
} as const

export const TARGET_HELP = `  --db-url URL   another database than this folder's
  --local        this folder's, running or not (the default)`

interface Target {
  readonly 'db-url'?: string | undefined
  readonly linked?: boolean | undefined
}

/** Runs `work` on the selected database; starts this folder's if it is not running. */
export async function onDatabase<T>(
  config: Config,
  target: Target,
  work: (sql: Sql, connection: ConnectionOptions) => Promise<T>,
): Promise<T> {
  if (target.linked) throw new StartupError('There are no linked projects; name the database with --db-url.')
  const url = target['db-url'] ?? config.databaseUrl
  const reached = url
    ? { connection: parseDatabaseUrl(url), leave: async () => undefined }
    : await reachExisting(config.dataDir)
  const sql = openConnection(reached.connection, 'souk-cli')
  try {
    await sql`select 1`.catch((cause: Error) => {
      const { host, port } = reached.connection
      throw new StartupError(`The database at ${host}:${port} cannot be reached: ${cause.message}.`, { cause })
    })
    return await work(sql, reached.connection)
  } finally {
    await sql.end({ timeout: 5 })
    await reached.leave()
  }
}

async function reachExisting(dataDir: string): ReturnType<typeof reachEmbedded> {
  const exists = await stat(join(dataDir, 'postgres')).catch(() => null)
  if (exists === null) {
    throw new StartupError(
      `There is no database in ${dataDir} yet. Run souk-backend start first, or name a database with --db-url.`,
    )
  }
  return reachEmbedded(dataDir)
}
