import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { migrationsOf } from '../create-backend.ts'
import type { ConnectionOptions } from '../database/connection-options.ts'
import { openConnection } from '../database/database.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { setOpenTables } from '../database/open-tables.ts'
import { createLogger } from '../log/logger.ts'
import { diffSchemas } from '../project/diff-schemas.ts'
import { shownPath } from '../project/find-project.ts'
import { LIKENESS } from '../project/likeness.ts'
import { runMigrations, runSchemas, schemaFiles } from '../project/prepare.ts'
import type { Project } from '../project/project.ts'
import { type Command, print, readArgs } from './command.ts'
import { requireProject } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const dbDiff: Command = {
  summary: 'writes the missing migration: compares schemas/ or a database with the migrations',
  help: `souk-backend db diff [-f NAME] [--json]

Runs the migrations in a temporary database, and prints the SQL that changes it to match supabase/schemas, or without that folder, a database.

${TARGET_HELP}
  -f, --file NAME  writes it as a new migration of that name

Needs the package @supabase/pg-delta.`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        ...TARGET_OPTIONS,
        file: { type: 'string', short: 'f' },
        schema: { type: 'string', short: 's', multiple: true },
        json: { type: 'boolean' },
      },
    })
    const { project, config } = await requireProject()
    const declared =
      values['db-url'] === undefined && !values.local && (await schemaFiles(project.place, project.config)).length > 0
    const found = await withShadow(config, async (shadow, other) => {
      await inDatabase(shadow, (sql) =>
        runMigrations(sql, project.place, project.config, console.error, { withSchemas: false }),
      )
      if (!declared) return onDatabase(config, values, (_sql, target) => diffSchemas(shadow, target))
      await inDatabase(other, (sql) => runSchemas(sql, project.place, project.config))
      return diffSchemas(shadow, other)
    })
    const text = found.map((one) => `${one.replace(/;?\s*$/, '')};`).join('\n\n')
    if (values.file === undefined || found.length === 0)
      return print(values.json, { statements: found }, text || 'Nothing differs.')
    const path = await writeMigration(project, values.file, `${text}\n`)
    print(values.json, { statements: found, file: path }, path)
  },
}

async function writeMigration({ place }: Project, name: string, text: string): Promise<string> {
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const path = join(place.folder, 'migrations', `${version}_${name.replace(/[^A-Za-z0-9_-]+/g, '_')}.sql`)
  await mkdir(join(place.folder, 'migrations'), { recursive: true })
  await writeFile(path, text, { flag: 'wx' })
  return shownPath(place, path)
}

/** Creates two temporary databases without the project's definitions. */
async function withShadow<T>(
  { openTables }: Config,
  work: (one: ConnectionOptions, other: ConnectionOptions) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shadow-'))
  try {
    const { connection, stop } = await startEmbeddedPostgres(dataDir, createLogger('warn'))
    try {
      const databases = ['migrated', 'declared'].map((database) => ({ ...connection, database }))
      for (const one of databases) {
        await inDatabase(connection, (sql) => sql.unsafe(`create database ${one.database}`))
        await inDatabase(one, async (sql) => {
          await migrate(sql, migrationsOf({ migrations: LIKENESS }))
          await setOpenTables(sql, openTables)
        })
      }
      return await work(...(databases as [ConnectionOptions, ConnectionOptions])) // two names above
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function inDatabase(
  connection: ConnectionOptions,
  work: (sql: ReturnType<typeof openConnection>) => Promise<unknown>,
): Promise<void> {
  const sql = openConnection(connection, 'souk-diff')
  try {
    await sql`select 1` // connects, which the driver's reserve needs
    await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
