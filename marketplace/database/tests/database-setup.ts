import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadConfig } from '../../../backend/src/config.ts'
import { type MigrationSet, migrate } from '../../../backend/src/database/migrate.ts'
import { startDatabase } from '../../../backend/src/database/start-database.ts'
import { createLogger } from '../../../backend/src/log/logger.ts'
import { readList } from '../../../scripts/landed-migrations.ts'
import { writeHelp } from '../../jobs/write-help-articles.ts'
import { seedDemo } from '../seed/seed-demo.ts'
import { pretendPictures } from './pretended-pictures.ts'
import './database.ts'

const ROOT = join(import.meta.dirname, '../../..')

const MIGRATIONS: readonly MigrationSet[] = [
  { owner: 'backend', directory: join(ROOT, 'backend/migrations') },
  { owner: 'app', directory: join(ROOT, 'marketplace/database/migrations') },
]

/**
 * One PostgreSQL with all migrations and the demo market, for all tests here; each test takes back what it did. It comes about
 * as installations do: first what has landed, then, on that database, what is new.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-policies-'))
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' })
  const before = await landedOf(join(dataDir, 'landed'))
  const running = await startDatabase(config, createLogger(config.logLevel), before)
  const { admin, replication } = running.database
  await migrate(admin, MIGRATIONS)
  await writeHelp(admin)
  await pretendPictures(admin)
  await seedDemo({ sql: admin, url: 'http://127.0.0.1:9', secretKey: 'unused', log: { info: () => undefined } })
  project.provide('connection', { ...replication })
  return async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The migrations as the last release has them. */
async function landedOf(folder: string): Promise<MigrationSet[]> {
  const copies = MIGRATIONS.map(async ({ owner, directory }) => {
    const copy = join(folder, owner)
    await mkdir(copy, { recursive: true })
    const names = [...(await readList(directory)).keys()]
    await Promise.all(names.map((name) => copyFile(join(directory, name), join(copy, name))))
    return { owner, directory: copy }
  })
  return Promise.all(copies)
}
