import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ConnectionOptions } from '../database/connection-options.ts'
import type { Sql } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import { quoted } from './roles.ts'

/** Folder with pg_dump and pg_restore, where those on the PATH are too old. */
const BIN = process.env.PG_BIN ?? ''

/**
 * Streams a dump of the database in use by pg_dump (custom format): one snapshot, taken after the call.
 * @throws {StartupError} when pg_dump is missing or older than the server
 */
export async function dumpDatabase(connection: ConnectionOptions, serverMajor: number): Promise<Readable> {
  await needTool('pg_dump', serverMajor)
  const child = spawn(join(BIN, 'pg_dump'), ['--format=custom'], {
    env: environmentOf(connection),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaint = text(child.stderr)
  child.once('close', async (code) => {
    if (code !== 0) child.stdout.destroy(new StartupError(`pg_dump failed: ${(await complaint).trim()}`))
  })
  return child.stdout
}

/** Schemas that a project finds in every database, so that its dump leaves them out; their rows are an application's own all the same. */
const GIVEN_SCHEMAS = [
  'auth',
  'storage',
  'realtime',
  'rest',
  'extensions',
  'net',
  'cron',
  'vault',
  'pgmq',
  'graphql',
  'graphql_public',
]
const INTERNAL_SCHEMAS = ['migrations', 'supabase_functions', 'supabase_migrations', 'graphile_worker']
/** Of this installation, not of its people. */
const INTERNAL_ROWS = [
  'realtime.*',
  'rest.*',
  'net.*',
  'cron.job_run_details',
  'auth.saml_service_keys',
  'storage.blob_stores',
]

export interface TextDump {
  /** The rows instead of the definitions. */
  readonly isData: boolean
  readonly isCopy: boolean
  /** Empty for all of the project. */
  readonly schemas: readonly string[]
  /** Null writes to standard output. */
  readonly file: string | null
}

/** Writes definitions or rows as SQL that another installation, ours or Supabase's, can run. */
export async function dumpText(sql: Sql, connection: ConnectionOptions, wanted: TextDump): Promise<void> {
  const [server] = await sql<{ major: number }[]>`select current_setting('server_version_num')::int / 10000 as major`
  await needTool('pg_dump', server?.major ?? 0)
  const left = wanted.isData ? INTERNAL_SCHEMAS : [...GIVEN_SCHEMAS, ...INTERNAL_SCHEMAS]
  const schemas =
    wanted.schemas.length > 0
      ? wanted.schemas.map((name) => `--schema=${name}`)
      : left.map((name) => `--exclude-schema=${name}`)
  const rows = [
    '--data-only',
    ...INTERNAL_ROWS.map((name) => `--exclude-table=${name}`),
    ...(wanted.isCopy ? [] : ['--column-inserts', '--rows-per-insert=1000']),
  ]
  const child = spawn(join(BIN, 'pg_dump'), ['--no-owner', ...(wanted.isData ? rows : ['--schema-only']), ...schemas], {
    env: environmentOf(connection),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const target = wanted.file === null ? process.stdout : createWriteStream(wanted.file)
  // Rows of one table may need those of another that come later.
  if (wanted.isData) target.write('SET session_replication_role = replica;\n\n')
  const complaint = text(child.stderr)
  await pipeline(child.stdout, target, { end: wanted.file !== null })
  if ((await closed) !== 0) throw new StartupError(`pg_dump failed: ${(await complaint).trim()}`)
}

/**
 * Restores a dump into an empty database, owned by the connecting user from then on. Objects that only a superuser may create (event
 * triggers) are skipped for other users: the server works without them.
 */
export async function restoreDump(sql: Sql, connection: ConnectionOptions, file: string): Promise<void> {
  const [server] = await sql<{ major: number; superuser: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as major,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`
  await needTool('pg_restore', server?.major ?? 0)
  const entries = (await run(['--list', file], connection)).split('\n').filter((line) => /^\d/.test(line))
  const rights = entries.filter((line) => / DEFAULT ACL /.test(line))
  const kept = entries.filter((line) => !rights.includes(line) && (server?.superuser || !/ EVENT TRIGGER /.test(line)))
  const list = `${file}.list`
  try {
    await writeFile(list, kept.join('\n'), { mode: 0o600 })
    const into = ['--dbname', connection.database]
    await run(['--no-owner', '--exit-on-error', '--single-transaction', '--use-list', list, ...into, file], connection)
    await writeFile(list, rights.join('\n'), { mode: 0o600 })
    // These name the former owner, and pg_restore cannot map them to another one.
    const defaults = await run(['--use-list', list, '--file=-', file], connection)
    const owner = quoted(connection.user)
    await sql.unsafe(
      defaults
        .split('\n')
        .filter((line) => line.startsWith('ALTER DEFAULT PRIVILEGES'))
        .map((line) => line.replace(/FOR ROLE ("(?:[^"]|"")+"|\S+)/, () => `FOR ROLE ${owner}`))
        .join('\n'),
    )
  } finally {
    await rm(list, { force: true })
  }
}

async function run(args: readonly string[], connection: ConnectionOptions): Promise<string> {
  const child = spawn(join(BIN, 'pg_restore'), args, {
    env: environmentOf(connection),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  if (code !== 0) throw new StartupError(`pg_restore failed: ${complaint.trim()}`)
  return output
}

/** Dumps need a tool at least as new as the server. */
async function needTool(name: 'pg_dump' | 'pg_restore', serverMajor: number): Promise<void> {
  const child = spawn(join(BIN, name), ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const missing = new Promise<null>((resolve) => child.once('error', () => resolve(null)))
  const version = await Promise.race([text(child.stdout), missing])
  const major = version === null ? null : Number(/ (\d+)/.exec(version)?.[1])
  if (major !== null && major >= serverMajor) return
  throw new StartupError(
    `${name} of PostgreSQL ${serverMajor} or later is needed for this database, and ${major === null ? 'there is none' : `the one here is of version ${major}`}; install it (on Debian: postgresql-client-${serverMajor}), and set PG_BIN to its folder when another one is found first.`,
  )
}

/** The password is passed in the environment, which other users cannot read, unlike arguments. */
function environmentOf({ host, port, user, password, database, ssl }: ConnectionOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGSSLMODE: ssl ? 'require' : 'prefer',
  }
}
