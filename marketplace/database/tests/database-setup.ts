import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from 'souk-backend'
import { createLogger, migrationsOf, startDatabase } from 'souk-backend/testing'
import type { TestProject } from 'vitest/node'
import { readAllHelp } from '../../contract/help/read-help.ts'
import { writeHelp } from '../../jobs/write-help-articles.ts'
import { seedDemo } from '../seed/seed-demo.ts'
import { pretendPictures } from './pretended-pictures.ts'
import './database.ts'

const MIGRATIONS = migrationsOf({ migrations: join(import.meta.dirname, '../migrations') })

/** One PostgreSQL with all migrations and the demo market, shared by all tests here; each test rolls back its changes. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-policies-'))
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' })
  const running = await startDatabase(config, createLogger(config.logLevel), MIGRATIONS)
  const { admin, replication } = running.database
  await writeHelp(admin, readAllHelp())
  await pretendPictures(admin)
  await seedDemo({ sql: admin, url: 'http://127.0.0.1:9', secretKey: 'unused', log: { info: () => undefined } })
  project.provide('connection', { ...replication })
  return async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
