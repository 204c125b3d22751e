import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Sql } from './database.ts'

/** SQL files of one owner, run in the order of their names. */
export interface MigrationSet {
  /** Stands beside each name in the record: 'backend', 'app'. */
  readonly owner: string
  readonly directory: string
}

/** "souk" in bytes: one number that every process of an installation locks on. */
const MIGRATION_LOCK = 0x736f756b

/**
 * Brings the database up to date: each file once, in its own transaction, recorded with its checksum.
 * Processes that start together wait for one another. Listeners are told so that schema caches reload.
 * @returns the names of the files that ran
 * @throws {StartupError} when a file that already ran was changed, or one fails; that file then left nothing behind
 */
export async function migrate(admin: Sql, sets: readonly MigrationSet[]): Promise<string[]> {
  const wanted = (await Promise.all(sets.map(readMigrations))).flat()
  const session = await admin.reserve()
  const ran: string[] = []
  try {
    await session`select pg_advisory_lock(${MIGRATION_LOCK})`
    await session.unsafe(RECORD_TABLE)
    const applied = await session<
      { owner: string; name: string; checksum: string }[]
    >`select owner, name, checksum from migrations.applied`
    const checksums = new Map(applied.map((row) => [`${row.owner}/${row.name}`, row.checksum]))
    for (const migration of wanted) {
      const key = `${migration.owner}/${migration.name}`
      const before = checksums.get(key)
      if (before === migration.checksum) continue
      if (before !== undefined) {
        throw new StartupError(
          `The migration ${key} was changed after it ran on this database; put it back and write a new one, or start with an empty DATA_DIR.`,
        )
      }
      await apply(session, migration)
      ran.push(key)
    }
    if (ran.length > 0) await session`select pg_notify('pgrst', 'reload schema')`
    return ran
  } finally {
    await session`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined) // a lost session has no lock to give back
    session.release()
  }
}

const RECORD_TABLE = `
  do $$ begin
    if to_regclass('migrations.applied') is null then
      create schema if not exists migrations;
      create table migrations.applied (
        owner text not null,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now(),
        primary key (owner, name)
      );
    end if;
  end $$`

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
    await session.unsafe('begin')
    await session.unsafe(migration.text)
    await session`insert into migrations.applied (owner, name, checksum) values (${migration.owner}, ${migration.name}, ${migration.checksum})`
    await session.unsafe('commit')
  } catch (cause) {
    await session.unsafe('rollback')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The migration ${migration.owner}/${migration.name} failed and was rolled back: ${reason}`, {
      cause,
    })
  }
}
