import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
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
  await requireTool('pg_dump', serverMajor)
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

/**
 * Writes the definitions of some schemas as SQL that another server can run.
 * @param schemas  empty for all but `left`
 */
export async function dumpSchemas(
  sql: Sql,
  connection: ConnectionOptions,
  { schemas, left }: { readonly schemas: readonly string[]; readonly left: readonly string[] },
  target: Writable,
): Promise<void> {
  const [server] = await sql<{ major: number }[]>`select current_setting('server_version_num')::int / 10000 as major`
  await requireTool('pg_dump', server?.major ?? 0)
  const chosen =
    schemas.length > 0 ? schemas.map((name) => `--schema=${name}`) : left.map((name) => `--exclude-schema=${name}`)
  const child = spawn(join(BIN, 'pg_dump'), ['--no-owner', '--schema-only', ...chosen], {
    env: environmentOf(connection),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const complaint = text(child.stderr)
  await pipeline(child.stdout, target, { end: false })
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
  await requireTool('pg_restore', server?.major ?? 0)
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
async function requireTool(name: 'pg_dump' | 'pg_restore', serverMajor: number): Promise<void> {
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
