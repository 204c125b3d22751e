import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadConfig } from '../../../backend/src/config.ts'
import { startDatabase } from '../../../backend/src/database/start-database.ts'
import { createLogger } from '../../../backend/src/log/logger.ts'
import { seedDemo } from '../seed/seed-demo.ts'
import { pretendPictures } from './pretended-pictures.ts'
import './database.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** One PostgreSQL with all migrations and the demo market, for all tests here; each test takes back what it did. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-policies-'))
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' })
  const running = await startDatabase(config, createLogger(config.logLevel), [
    { owner: 'backend', directory: join(ROOT, 'backend/migrations') },
    { owner: 'app', directory: join(ROOT, 'marketplace/database/migrations') },
  ])
  const { admin, replication } = running.database
  await pretendPictures(admin)
  await seedDemo({ sql: admin, url: 'http://127.0.0.1:9', secretKey: 'unused', log: { info: () => undefined } })
  project.provide('connection', { ...replication })
  return async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
