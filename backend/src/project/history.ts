import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type postgres from '#postgres'
import type { ProjectPlace } from './find-project.ts'
import { runFile } from './run-sql.ts'

/** A file of `supabase/migrations`. */
export interface LocalMigration {
  /** The digits at the start of its name. */
  readonly version: string
  readonly name: string
  readonly path: string
}

/** Supabase's tables, so that its tools see which migrations ran. */
const TABLES = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text, created_by text, idempotency_key text unique, rollback text[]);
  create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`

type Session = postgres.ReservedSql

export async function makeHistory(session: Session): Promise<void> {
  const [row] = await session<{ there: boolean }[]>`
    select to_regclass('supabase_migrations.seed_files') is not null as there`
  if (!row?.there) await session.unsafe(TABLES)
}

/** The project's migrations in order; `skipped` are files whose names do not begin with a version. */
export async function localMigrations({ folder }: ProjectPlace): Promise<{
  migrations: readonly LocalMigration[]
  skipped: readonly string[]
}> {
  const directory = join(folder, 'migrations')
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.sql')).sort()
  const migrations = names.flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
    return version === undefined || name === undefined ? [] : [{ version, name, path: join(directory, file) }]
  })
  const known = new Set(migrations.map(({ path }) => basename(path)))
  return { migrations, skipped: names.filter((name) => !known.has(name)) }
}

/** Versions that ran on this database, in order. */
export async function appliedMigrations(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`
  return new Set(rows.map(({ version }) => version))
}

/** Statements that ran, by version; omits versions that were only marked. */
export async function recordedStatements(session: Session): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await session<{ version: string; statements: string[] }[]>`
    select version, statements from supabase_migrations.schema_migrations where statements is not null`
  return new Map(rows.map(({ version, statements }) => [version, statements]))
}

/** Runs one migration and records it, both or neither. @throws {StartupError} with file, line and statement */
export async function applyMigration(session: Session, migration: LocalMigration, shown: string): Promise<void> {
  const { version, name, path } = migration
  await runFile(
    session,
    { name: shown, text: await readFile(path, 'utf8') },
    (statements) =>
      session`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, array(select jsonb_array_elements_text(${session.json([...statements])})))`,
  )
}

/** Marks a version as run, or as not run, without running anything. */
export async function markMigration(
  session: Session,
  { version, name }: Pick<LocalMigration, 'version' | 'name'>,
  status: 'applied' | 'reverted',
): Promise<void> {
  if (status === 'reverted') await session`delete from supabase_migrations.schema_migrations where version = ${version}`
  else
    await session`
    insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})
    on conflict (version) do nothing`
}
