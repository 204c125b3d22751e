import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadConfig } from '../src/config/config.ts'
import { createBackend } from '../src/create-backend.ts'
import { startDatabase } from '../src/database/start-database.ts'
import { createLogger } from '../src/log/logger.ts'
import { copyDataFolder } from '../src/testing/data-folder.ts'
import { freePort } from '../src/testing/free-port.ts'
import { fixtureFunctions } from './fixture-functions.ts'
import { S3_KEY } from './server.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

/**
 * Starts one backend on an embedded PostgreSQL for all acceptance tests. With SOUK_TARGET (the JSON printed by `npm run keys`) the tests
 * run against that server instead, which must have the fixture migrations.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const elsewhere = process.env.SOUK_TARGET
  if (elsewhere) {
    project.provide('target', JSON.parse(elsewhere))
    project.provide('folder', null)
    project.provide('migrated', null)
    return
  }
  const templates = await mkdtemp(join(tmpdir(), 'souk-migrated-'))
  const migrated = join(templates, 'data')
  await makeMigrated(migrated)
  // In a separate folder, so that tests can check that nothing is written beside it.
  const folder = await mkdtemp(join(tmpdir(), 'souk-acceptance-'))
  const dataDir = join(folder, 'data')
  await copyDataFolder(migrated, dataDir)
  const port = await freePort()
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    AUTH_RATE_LIMITS: '0',
    STORAGE_RENDER_SIZES: 'any',
    // The tests send many concurrent requests, in all forms of the protocol, from one address.
    REST_VISITOR_EXPRESSIONS: '1',
    REST_LIMITS: 'slow_statements=8,waiting_statements=2000,visitor_body_bytes=10485760',
    S3_PROTOCOL_ACCESS_KEY_ID: S3_KEY.accessKeyId,
    S3_PROTOCOL_ACCESS_KEY_SECRET: S3_KEY.secretAccessKey,
    AUTH_WEB3: 'ethereum,solana',
    AUTH_SAML: '1',
    AUTH_OAUTH_SERVER: '1',
    AUTH_OAUTH_REGISTRATION: '1',
    AUTH_REDIRECT_URLS: 'https://app.example.com/**,http://localhost:9999/*',
  })
  const backend = await createBackend(config, {
    migrations: MIGRATIONS,
    functions: fixtureFunctions,
    web: null,
    applications: { role: 'library_application', scopes: ['notes:read', 'notes:write'] },
  })
  const url = await backend.listen()
  project.provide('target', { url, ...backend.keyring.apiKeys })
  project.provide('folder', folder)
  project.provide('migrated', migrated)
  return async () => {
    await backend.close()
    for (const made of [folder, templates]) await rm(made, { recursive: true, force: true })
  }
}

/** Runs the migrations once for all test servers. */
async function makeMigrated(dataDir: string): Promise<void> {
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' })
  const running = await startDatabase(config, createLogger(config.logLevel), [
    { owner: 'backend', directory: join(import.meta.dirname, '../migrations') },
    { owner: 'app', directory: MIGRATIONS },
  ])
  await running.stop()
}
