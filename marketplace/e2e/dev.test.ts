import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from 'souk-backend/testing'
import { expect, onTestFinished, test } from 'vitest'
import { newBrowserUser } from './browser.ts'
import { privateFolder } from './souk-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Saves a file unchanged to trigger file watchers. @returns a function that restores its modification time */
async function save(file: string): Promise<() => Promise<void>> {
  const { atime, mtime } = await stat(file)
  await utimes(file, atime, new Date())
  return () => utimes(file, atime, mtime)
}

test('npm run dev serves the market at one address and picks up edits of pages, server code and articles', async () => {
  const folder = await privateFolder('demo')
  const url = `http://127.0.0.1:${await freePort()}`
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder.path, PORT: new URL(url).port, PUBLIC_URL: url, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  onTestFinished(async () => {
    const ended = once(dev, 'exit')
    dev.kill('SIGTERM')
    const [code] = await ended
    expect(code, printed).toBe(0)
    await folder.remove()
  })
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('Souk is ready')
  const { page, complaints, leave } = await newBrowserUser(url)
  onTestFinished(leave)

  await page.goto('/help/five-scams')
  await page.getByRole('heading', { level: 1, name: 'Is this message a scam?' }).waitFor({ timeout: 60_000 })
  const isUpdated = page.waitForEvent('console', (message) => message.text().includes('hot updated'))
  const restorePage = await save(join(ROOT, 'marketplace/web/src/features/help/SuspicionChecker.tsx'))
  await isUpdated
  await restorePage()

  const restoreServer = await save(join(ROOT, 'marketplace/jobs/expire-listings.ts'))
  await expect.poll(() => printed, { timeout: 30_000 }).toContain('Started again after marketplace/jobs')
  await restoreServer()
  const restoreArticle = await save(join(ROOT, 'marketplace/contract/locales/en/help/drafts.md'))
  await expect.poll(() => printed, { timeout: 30_000 }).toContain('en/help/drafts.md')
  await restoreArticle()
  await page.goto('/', { timeout: 60_000 }) // waits for the server to restart
  await page.locator('main a[href^="/listing/"]').first().waitFor({ timeout: 30_000 })
  expect(complaints).toEqual([])
})
