import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from 'souk-backend'
import { generateTypes } from 'souk-backend/generate-types'
import { createLogger, parseDatabaseUrl, startDatabase } from 'souk-backend/testing'

/**
 * `npm run generate`: writes the types for the client library's Database parameter, by default
 * marketplace/contract/database.types.ts from a fresh database with all migrations.
 *
 * --check            writes nothing and fails when the file is stale
 * --database         reads the database at DATABASE_URL instead, without running migrations
 * --migrations DIR   migrations of another application, for the fresh database
 * --out FILE         the file to write or check
 * --schemas a,b      the exposed schemas (public)
 * --roles a,b        roles whose privileges count: anything that none of them may access is omitted (anon,authenticated)
 */
const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    migrations: { type: 'string', default: join(root, 'marketplace/database/migrations') },
    out: { type: 'string', default: join(root, 'marketplace/contract/database.types.ts') },
    schemas: { type: 'string', default: 'public' },
    roles: { type: 'string', default: 'anon,authenticated' },
  },
})
const target = resolve(options.out)
const wanted = { schemas: options.schemas.split(','), roles: options.roles.split(',') }
const generated = options.database ? await typesAtUrl() : await typesOfMigrations()
if (!options.check) {
  await writeFile(target, generated)
} else if ((await readFile(target, 'utf8').catch(() => '')) !== generated) {
  console.error(`${relative('.', target)} is stale: run the same command without --check.`)
  process.exitCode = 1
}

function typesAtUrl(): Promise<string> {
  const { databaseUrl } = loadConfig({ DATABASE_URL: process.env.DATABASE_URL })
  if (databaseUrl === null) throw new Error('--database needs DATABASE_URL.')
  return generateTypes(parseDatabaseUrl(databaseUrl), wanted)
}

async function typesOfMigrations(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-types-'))
  try {
    const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })
    const running = await startDatabase(config, createLogger(config.logLevel), [
      { owner: 'backend', directory: join(root, 'backend/migrations') },
      { owner: 'app', directory: resolve(options.migrations) },
    ])
    try {
      return await generateTypes(running.database.replication, wanted)
    } finally {
      await running.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
