import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartupError } from '../startup-error.ts'
import type { ConnectionOptions } from './connection-options.ts'
import { type Database, learnTypes, openConnection, openDatabase, parseDatabaseUrl, type Sql } from './database.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { type MigrationSet, migrate } from './migrate.ts'
import { setOpenTables } from './open-tables.ts'
import { readOrCreateSecrets } from './secret-file.ts'
import { adoptSpare } from './spare.ts'

export interface RunningDatabase {
  readonly database: Database
  /** Closes the pools, then stops the server if it is embedded. */
  stop(): Promise<void>
}

/** Parts of an application. */
export interface StartOptions {
  /** The application's own step after the migrations. */
  readonly prepareDatabase?: (sql: Sql, log: Logger) => Promise<void>
  /** Where a database made in advance may be. */
  readonly cacheDir?: string
}

/**
 * Starts the embedded database or connects to a remote one, and migrates it.
 * @throws {StartupError} with a one-sentence explanation
 */
export async function startDatabase(
  config: Config,
  log: Logger,
  migrations: readonly MigrationSet[],
  { prepareDatabase, cacheDir }: StartOptions = {},
): Promise<RunningDatabase> {
  const { databasePort: port, databaseLocale: locale, workers: processes, production } = config
  // Tools on this machine know the password of a development database; in production the status command prints it.
  const password = port !== null && !production ? { password: 'postgres' } : null
  // A database made in advance brings its own password, and sorts by code point.
  const spare = cacheDir !== undefined && password === null && locale === null ? { cacheDir, migrations } : null
  const beforeCluster = async () => (spare ? adoptSpare(spare, config.dataDir) : undefined)
  const server =
    config.databaseUrl === null
      ? await startEmbeddedPostgres(config.dataDir, log, {
          processes,
          port,
          locale,
          settings: config.databaseSettings,
          ...password,
          beforeCluster,
        })
      : null
  const owner = server?.connection ?? parseDatabaseUrl(config.databaseUrl ?? '')
  try {
    const database = await openPools(config, owner)
    await reach(database.session, owner)
    const ran = await migrate(database.session, migrations)
    if (ran.length > 0) log.info({ migrations: ran.length }, 'migrations applied')
    await setOpenTables(database.session, config.openTables)
    await prepareDatabase?.(database.session, log)
    await allowAuthenticator(database)
    await learnTypes(database)
    return {
      database,
      async stop() {
        await database.close()
        await server?.stop()
      },
    }
  } catch (error) {
    await server?.stop()
    throw error
  }
}

/** Connects to a running, migrated database, as workers do. Stopping only closes the pools. */
export async function attachDatabase(config: Config, owner: ConnectionOptions): Promise<RunningDatabase> {
  const database = await openPools(config, owner)
  await learnTypes(database)
  return { database, stop: () => database.close() }
}

async function openPools(config: Config, owner: ConnectionOptions): Promise<Database> {
  const pooler = config.databasePoolUrl === null ? null : parseDatabaseUrl(config.databasePoolUrl)
  return openDatabase(owner, await authenticatorPassword(config, owner), pooler)
}

/**
 * The password of the role that requests connect as. An embedded database gets a random one; on a shared one it is derived from the
 * owner's password, so that every process of the installation computes the same.
 */
async function authenticatorPassword(config: Config, owner: ConnectionOptions): Promise<string> {
  if (config.databaseUrl !== null) {
    return createHash('sha256').update(`authenticator:${owner.password}:${owner.database}`).digest('base64url')
  }
  const { password } = await readOrCreateSecrets(config.dataDir, 'authenticator.json', () => ({
    password: randomBytes(32).toString('base64url'),
  }))
  return password
}

async function reach(admin: Sql, owner: ConnectionOptions): Promise<void> {
  try {
    const [row] = await admin<{ version: number; log: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('wal_level') as log`
    if (row && row.version < 150_000)
      throw new StartupError('The PostgreSQL server is older than version 15, the oldest that works.')
    if (row && row.log !== 'logical') {
      throw new StartupError(
        `The PostgreSQL server keeps a log from which live changes cannot be read (wal_level=${row.log}); set wal_level=logical and restart it.`,
      )
    }
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(
      `The database at ${owner.host}:${owner.port} cannot be reached (${reason}); check DATABASE_URL.`,
      { cause },
    )
  }
}

/** Sets the role's password, but only when it cannot log in yet, because concurrent ALTER ROLE statements collide. */
async function allowAuthenticator(database: Database): Promise<void> {
  const direct = openConnection(database.authenticator, 'souk-start')
  try {
    await direct`select 1`
  } catch {
    await database.session.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtext('souk authenticator'))`
      // ALTER ROLE takes no parameters; the password is our own base64url, so it contains no quote.
      await sql.unsafe(`alter role authenticator login noinherit password '${database.authenticator.password}'`)
    })
    await direct`select 1`
  } finally {
    await direct.end({ timeout: 1 })
  }
}
