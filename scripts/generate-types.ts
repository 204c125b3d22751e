import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../backend/src/config.ts'
import { startDatabase } from '../backend/src/database/start-database.ts'
import { createLogger } from '../backend/src/log/logger.ts'
import { readCatalogue } from './generate-types/catalogue.ts'
import { renderTypes } from './generate-types/render.ts'

/**
 * Writes marketplace/contract/database.types.ts from the catalogue of a fresh database with all migrations.
 * With --check it writes nothing and fails when the file is stale.
 */
const root = join(import.meta.dirname, '..')
const target = join(root, 'marketplace/contract/database.types.ts')

const dataDir = await mkdtemp(join(tmpdir(), 'souk-types-'))
try {
  const generated = await generate(dataDir)
  if (process.argv.includes('--check')) {
    const present = await readFile(target, 'utf8').catch(() => '')
    if (present !== generated) {
      console.error('marketplace/contract/database.types.ts is stale: run `node scripts/generate-types.ts`.')
      process.exitCode = 1
    }
  } else {
    await writeFile(target, generated)
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function generate(dataDir: string): Promise<string> {
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })
  const running = await startDatabase(config, createLogger(config.logLevel), [
    { owner: 'backend', directory: join(root, 'backend/migrations') },
    { owner: 'app', directory: join(root, 'marketplace/database/migrations') },
  ])
  try {
    return renderTypes(await readCatalogue(running.database.admin))
  } finally {
    await running.stop()
  }
}
