import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import postgres from 'postgres'
import { loadConfig } from '../backend/src/config.ts'
import type { ConnectionOptions } from '../backend/src/database/connection-options.ts'
import { parseDatabaseUrl } from '../backend/src/database/database.ts'
import { startDatabase } from '../backend/src/database/start-database.ts'
import { createLogger } from '../backend/src/log/logger.ts'
import { type Catalogue, readCatalogue } from './generate-types/catalogue.ts'
import { renderTypes } from './generate-types/render.ts'

/**
 * `npm run generate`: writes the database types that the client library takes as its Database parameter, by default
 * marketplace/contract/database.types.ts from a fresh database with all migrations.
 *
 * --check            writes nothing and fails when the file is stale
 * --database         reads the database at DATABASE_URL instead, as it is: no migration is run
 * --migrations DIR   migrations of another application, for the fresh database
 * --out FILE         where to write, or what to check
 * --schemas a,b      the exposed schemas (public)
 * --roles a,b        whose rights count: what none of them may touch is left out (anon,authenticated)
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
const generated = renderTypes(options.database ? await catalogueAtUrl() : await catalogueOfMigrations())
if (!options.check) {
  await writeFile(target, generated)
} else if ((await readFile(target, 'utf8').catch(() => '')) !== generated) {
  console.error(`${relative('.', target)} is stale: run the same command without --check.`)
  process.exitCode = 1
}

async function read(owner: ConnectionOptions): Promise<Catalogue> {
  const sql = postgres({ ...owner, max: 1 })
  const client = new Client(owner)
  try {
    await client.connect()
    return await readCatalogue(sql, client, options.schemas.split(','), options.roles.split(','))
  } finally {
    await Promise.all([sql.end(), client.end()])
  }
}

function catalogueAtUrl(): Promise<Catalogue> {
  const { databaseUrl } = loadConfig({ DATABASE_URL: process.env.DATABASE_URL })
  if (databaseUrl === null) throw new Error('--database needs DATABASE_URL.')
  return read(parseDatabaseUrl(databaseUrl))
}

async function catalogueOfMigrations(): Promise<Catalogue> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-types-'))
  try {
    const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })
    const running = await startDatabase(config, createLogger(config.logLevel), [
      { owner: 'backend', directory: join(root, 'backend/migrations') },
      { owner: 'app', directory: resolve(options.migrations) },
    ])
    try {
      return await read(running.database.replication)
    } finally {
      await running.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
