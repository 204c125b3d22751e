import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Sql } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import { type ProjectPlace, shownPath } from './find-project.ts'
import { appliedMigrations, applyMigration, localMigrations, makeHistory } from './history.ts'
import { sayLeftOut } from './left-out.ts'
import type { ProjectConfig } from './read-config.ts'
import { inSession, runFile, type Session } from './run-sql.ts'

/** Lines about the completed steps. */
type Say = (line: string) => void

/** Brings a project's database up to date: roles, migrations, and in a new database the seeds. @throws {StartupError} */
export async function prepareProject(sql: Sql, place: ProjectPlace, config: ProjectConfig, say: Say): Promise<void> {
  const applied = await runMigrations(sql, place, config, say)
  await storeSecrets(sql, config)
  await makeBuckets(sql, config)
  if (config.values.get('db.seed.enabled') !== false) await seedOnce(sql, place, config, say)
  await exposeQueues(sql, config)
  if (applied > 0) await sql`select pg_notify('pgrst', 'reload schema')`
  if (applied > 0) await nameOnly(sql, say)
  await sayLeftOut(sql, say)
}

const QUEUES = join(import.meta.dirname, '../../project/queues.sql')

/** Makes `pgmq_public` where config.toml names it, the project uses pgmq, and no migration makes it: there a switch of the dashboard does. */
async function exposeQueues(sql: Sql, { values }: ProjectConfig): Promise<void> {
  const schemas = values.get('api.schemas')
  if (!Array.isArray(schemas) || !schemas.includes('pgmq_public')) return
  const [row] = await sql<{ wanted: boolean }[]>`
    select to_regnamespace('pgmq') is not null and to_regnamespace('pgmq_public') is null as wanted`
  if (row?.wanted) await sql.unsafe(await readFile(QUEUES, 'utf8'))
}

/** Says which extensions of the project are here by name only. */
async function nameOnly(sql: Sql, say: Say): Promise<void> {
  const named = await sql<{ name: string }[]>`
    select name from pg_available_extensions where installed_version is not null and comment like 'by name only: %' order by name`
  if (named.length > 0)
    say(
      `Nothing but the name is here of ${named.length === 1 ? 'the extension' : 'the extensions'} ${named.map(({ name }) => name).join(', ')}.`,
    )
}

/**
 * Runs the migrations that have not run, in order; without any, the files of `schemas/`.
 * @returns how many ran
 */
export async function runMigrations(
  sql: Sql,
  place: ProjectPlace,
  config: ProjectConfig,
  say: Say,
  { withSchemas = true }: { readonly withSchemas?: boolean } = {},
): Promise<number> {
  if (config.values.get('db.migrations.enabled') === false) return 0
  const { migrations, skipped } = await localMigrations(place)
  for (const name of skipped) say(`Skipping migrations/${name}: its name must be <version>_<name>.sql.`)
  return inSession(sql, async (session) => {
    await makeHistory(session)
    const before = await appliedMigrations(session)
    if (before.size === 0) {
      const roles = join(place.folder, 'roles.sql')
      if (existsSync(roles)) await runPlain(session, place, roles)
      if (migrations.length === 0) return withSchemas ? runDeclared(session) : 0
    }
    const here = new Set(migrations.map(({ version }) => version))
    const gone = [...before.keys()].filter((version) => !here.has(version))
    if (gone.length > 0) say(`Migrations that ran here and are no longer in the folder: ${gone.join(', ')}.`)
    const pending = migrations.filter(({ version }) => !before.has(version))
    for (const migration of pending) {
      say(`Applying migration ${migration.version}_${migration.name}.sql`)
      await applyMigration(session, migration, shownPath(place, migration.path))
    }
    return pending.length

    async function runDeclared(session: Session): Promise<number> {
      const files = await schemaFiles(place, config)
      if (files.length === 0) return 0
      const [row] = await session<{ seen: boolean }[]>`
        select exists (select from pg_class where relnamespace = 'public'::regnamespace) as seen`
      if (row?.seen) return 0
      for (const path of files) await runPlain(session, place, path)
      return files.length
    }
  })
}

/** Runs the declarative schemas in a database without them. */
export async function runSchemas(sql: Sql, place: ProjectPlace, config: ProjectConfig): Promise<void> {
  const files = await schemaFiles(place, config)
  await inSession(sql, async (session) => {
    for (const path of files) await runPlain(session, place, path)
  })
}

async function runPlain(session: Session, place: ProjectPlace, path: string): Promise<void> {
  await runFile(session, { name: shownPath(place, path), text: await readFile(path, 'utf8') }, nothing)
}

const nothing = async () => undefined

/** Declarative schemas: `db.migrations.schema_paths` in its order, or all of `schemas/`. */
export function schemaFiles(place: ProjectPlace, { values }: ProjectConfig): Promise<string[]> {
  const named = values.get('db.migrations.schema_paths')
  const patterns = Array.isArray(named) && named.length > 0 ? named.map(String) : ['schemas/**/*.sql']
  return matching(place, patterns)
}

async function matching({ folder }: ProjectPlace, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const hits: string[] = []
    for await (const hit of glob(pattern.replace(/^\.\//, ''), { cwd: folder })) hits.push(hit)
    for (const hit of hits.sort()) found.add(resolve(folder, hit))
  }
  return [...found]
}

/** The seeds of a database that never had any, all or none. */
async function seedOnce(sql: Sql, place: ProjectPlace, config: ProjectConfig, say: Say): Promise<void> {
  const [row] = await sql<{ seeded: boolean }[]>`
    select to_regclass('supabase_migrations.seed_files') is null
      or exists (select from supabase_migrations.seed_files) as seeded`
  if (row?.seeded === false) await runSeeds(sql, place, config, say)
}

/** Runs every file that `db.seed.sql_paths` names, `seed.sql` by default. @returns how many ran */
export async function runSeeds(sql: Sql, place: ProjectPlace, { values }: ProjectConfig, say: Say): Promise<number> {
  const named = values.get('db.seed.sql_paths')
  const patterns = Array.isArray(named) ? named.map(String) : ['seed.sql']
  const files = await matching(place, patterns)
  await inSession(sql, async (session) => {
    await makeHistory(session)
    for (const path of files) {
      const shown = shownPath(place, path)
      say(`Seeding from ${shown}`)
      const text = await readFile(path, 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      await runFile(
        session,
        { name: shown, text },
        () =>
          session`
          insert into supabase_migrations.seed_files (path, hash) values (${shown}, ${hash})
          on conflict (path) do update set hash = excluded.hash`,
      )
    }
  })
  return files.length
}

/** The secrets of `[db.vault]`, by name. */
async function storeSecrets(sql: Sql, { values }: ProjectConfig): Promise<void> {
  const named = [...values].filter(([key]) => key.startsWith('db.vault.'))
  if (named.length === 0) return
  await sql`create extension if not exists supabase_vault`
  for (const [key, value] of named) {
    const name = key.slice('db.vault.'.length)
    await sql`
      select case when known.id is null then vault.create_secret(${String(value)}, ${name})
        else (select known.id from vault.update_secret(known.id, ${String(value)})) end
      from (select max(id::text)::uuid as id from vault.secrets where name = ${name}) as known`
  }
}

/** The buckets of `[storage.buckets]`. */
export async function makeBuckets(sql: Sql, config: ProjectConfig): Promise<void> {
  for (const bucket of bucketsOf(config)) {
    await sql`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values (${bucket.name}, ${bucket.name}, ${bucket.isPublic}, ${bucket.sizeLimit},
        (select array_agg(type) from jsonb_array_elements_text(${sql.json(bucket.types ?? [])}) as type))
      on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
        allowed_mime_types = excluded.allowed_mime_types`
  }
}

export interface ConfiguredBucket {
  readonly name: string
  readonly isPublic: boolean
  readonly sizeLimit: number | null
  readonly types: string[] | null
  /** Folder with its initial objects, as configured. */
  readonly objects: string | null
}

export function bucketsOf({ values }: ProjectConfig): ConfiguredBucket[] {
  const names = new Set([...values.keys()].flatMap((key) => /^storage\.buckets\.(.+)\.[a-z_]+$/.exec(key)?.[1] ?? []))
  return [...names].map((name) => {
    const at = (key: string) => values.get(`storage.buckets.${name}.${key}`)
    const types = at('allowed_mime_types')
    return {
      name,
      isPublic: at('public') === true,
      sizeLimit: at('file_size_limit') === undefined ? null : Number(at('file_size_limit')),
      types: Array.isArray(types) && types.length > 0 ? types.map(String) : null,
      objects: at('objects_path') === undefined ? null : String(at('objects_path')),
    }
  })
}

/** @throws {StartupError} when a folder of objects is missing */
export async function bucketFiles(
  place: ProjectPlace,
  config: ProjectConfig,
): Promise<{ bucket: string; name: string; path: string }[]> {
  const found = []
  for (const { name: bucket, objects } of bucketsOf(config)) {
    if (objects === null) continue
    const folder = resolve(place.folder, objects)
    if (!existsSync(folder))
      throw new StartupError(`storage.buckets.${bucket}.objects_path leads to ${folder}, where no folder is.`)
    for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue
      const path = join(entry.parentPath, entry.name)
      found.push({ bucket, path, name: path.slice(folder.length + 1).replaceAll('\\', '/') })
    }
  }
  return found
}
