import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from '#postgres'
import { StartupError } from '../startup-error.ts'
import type { Sql } from './database.ts'
import { applyFunctionFiles, readFunctionFiles } from './function-files.ts'
import { RECORD_TABLES, record, recorded } from './migration-record.ts'
import { CLOSED_FUNCTIONS } from './open-tables.ts'
import { loadReferenceData, type ReferenceData, readReferenceData } from './reference-data.ts'

/**
 * What one owner contributes to a database: migrations, run once in name order, and next to their folder optionally `schemas/` with
 * functions and views and `reference-data/`, whose files are reapplied when they change.
 */
export interface MigrationSet {
  /** Recorded with each file name: 'backend', 'app'. */
  readonly owner: string
  readonly directory: string
}

/** "souk" in bytes: the advisory lock that all processes of an installation share. */
const MIGRATION_LOCK = 0x736f756b

/**
 * Brings the database up to date: runs each migration once, then applies changed functions, views and reference data. Each file is
 * recorded with its checksum in the same transaction.
 * Processes that start together wait for one another. A notification makes listeners reload their schema caches.
 * @returns the names of the files that ran
 * @throws {StartupError} when a file that already ran was changed, or one fails; a failed file leaves no changes behind
 */
export async function migrate(admin: Sql, sets: readonly MigrationSet[]): Promise<string[]> {
  const session = await admin.reserve()
  const ran: string[] = []
  try {
    await session`select pg_advisory_lock(${MIGRATION_LOCK})`
    await session.unsafe(RECORD_TABLES)
    for (const set of sets) {
      ran.push(...(await runMigrations(session, set)), ...(await applyChanged(session, set)))
    }
    if (ran.length > 0) await session`select pg_notify('pgrst', 'reload schema')`
    return ran
  } finally {
    await session`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined) // a lost session has already released the lock
    session.release()
  }
}

/** Every file that `migrate` would run or apply on a new database. */
export async function filesOf(set: MigrationSet): Promise<readonly { name: string; checksum: string }[]> {
  const { directory } = set
  const files = [readMigrations(set), readFunctionFiles(directory), readReferenceData(directory)]
  return (await Promise.all<readonly { name: string; checksum: string }[]>(files)).flat()
}

/** @returns the names of the migrations that ran */
async function runMigrations(session: Sql, set: MigrationSet): Promise<string[]> {
  const ran: string[] = []
  const checksums = await recorded(session, 'applied', set.owner)
  for (const migration of await readMigrations(set)) {
    const key = `${migration.owner}/${migration.name}`
    const before = checksums.get(migration.name)
    if (before === migration.checksum) continue
    if (before !== undefined) {
      throw new StartupError(
        `The migration ${key} was changed after it ran on this database; put it back and write a new one, or start with an empty DATA_DIR.`,
      )
    }
    // The baseline revokes them itself, after the extensions, whose functions are public.
    if (set.owner === 'backend' && checksums.size > 0) await session.unsafe(CLOSED_FUNCTIONS)
    await apply(session, migration)
    ran.push(key)
  }
  return ran
}

/** @returns the names of the files that were applied or reapplied */
async function applyChanged(session: Sql, { owner, directory }: MigrationSet): Promise<string[]> {
  const [functions, data] = await Promise.all([readFunctionFiles(directory), readReferenceData(directory)])
  // The baseline records the files that it includes.
  const checksums = await recorded(session, 'repeatable', owner)
  const isChanged = (file: { name: string; checksum: string }) => checksums.get(file.name) !== file.checksum
  const changed = functions.filter(isChanged)
  if (changed.length > 0 && owner === 'backend') await session.unsafe(CLOSED_FUNCTIONS)
  if (changed.length > 0) await applyFunctionFiles(session, owner, changed)
  const stale = data.filter(isChanged)
  if (stale.length > 0) await loadAll(session, owner, stale)
  return [...changed, ...stale].map(({ name }) => `${owner}/${name}`)
}

async function loadAll(session: Sql, owner: string, data: readonly ReferenceData[]): Promise<void> {
  await session.unsafe('begin')
  for (const file of data) {
    try {
      await loadReferenceData(session, file)
      await record(session, 'repeatable', { owner, ...file })
    } catch (cause) {
      await session.unsafe('rollback')
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new StartupError(`${owner}/${file.name} could not be loaded: ${reason}`, { cause })
    }
  }
  await session.unsafe('commit')
}

/** First line of a migration whose one statement cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
export const NO_TRANSACTION = '--! no-transaction'

/** While a statement waits for a lock, every later request for the table waits behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_TRIES = 30
const LOCK_PAUSE_MS = 1_000

interface Migration {
  readonly owner: string
  readonly name: string
  readonly checksum: string
  readonly text: string
}

async function readMigrations({ owner, directory }: MigrationSet): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { owner, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function apply(session: Sql, migration: Migration): Promise<void> {
  try {
    if (migration.text.startsWith(NO_TRANSACTION)) await applyAlone(session, migration)
    else await applyWithRetries(session, migration)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The migration ${migration.owner}/${migration.name} failed and was rolled back: ${reason}`, {
      cause,
    })
  }
}

/** Gives way to requests that hold a lock, and tries again. */
async function applyWithRetries(session: Sql, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await session.unsafe(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await session.unsafe(migration.text)
      await record(session, 'applied', migration)
      await session.unsafe('commit')
      return
    } catch (error) {
      await session.unsafe('rollback')
      const isLocked = error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE
      if (!isLocked || tries === LOCK_TRIES) throw error
      await wait(LOCK_PAUSE_MS)
    }
  }
}

/** An index whose build was interrupted stays behind, unusable but in the way of the next try. */
async function applyAlone(session: Sql, migration: Migration): Promise<void> {
  const unfinished = await session<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index where not indisvalid and not indisprimary`
  for (const { name } of unfinished) await session.unsafe(`drop index if exists ${name}`)
  await session.unsafe(migration.text)
  await record(session, 'applied', migration)
}
