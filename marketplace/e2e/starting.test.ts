import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from 'souk-backend/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRunning, postmasterPid, privateFolder, startSouk } from './souk-process.ts'

/** Startup time. */
const NO_DEMO = { DEMO: '0' }
let folder: Awaited<ReturnType<typeof privateFolder>>

beforeAll(async () => {
  folder = await privateFolder('migrations')
})
afterAll(() => folder?.remove())

test('npm start sets no production mode and drains when npm gets a signal that it does not forward', async () => {
  const port = await freePort()
  // A new user's shell sets no NODE_ENV.
  const { NODE_ENV: _, ...outside } = process.env
  const environment = { ...outside, ...NO_DEMO, DATA_DIR: folder.path, PORT: String(port), LOG_LEVEL: 'error' }
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  npm.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  await expect.poll(() => printed, { timeout: 30_000, interval: 100 }).toContain('Mails are kept at')
  const postmaster = postmasterPid(folder.path)
  npm.kill('SIGTERM')

  await expect.poll(() => isRunning(postmaster), { timeout: 15_000, interval: 100 }).toBe(false)
  await expect.poll(() => existsSync(join(folder.path, 'server.pid')), { timeout: 5000 }).toBe(false)
})

test('a second start is ready within 2 seconds', async () => {
  const startedAt = performance.now()
  const souk = await startSouk(folder.path, NO_DEMO)
  const elapsedMs = performance.now() - startedAt
  await souk.end()

  expect(elapsedMs).toBeLessThan(2000)
})
