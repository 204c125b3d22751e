import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../backend/acceptance/free-port.ts'
import { isRunning, launchSouk, postmasterPid, privateFolder, startSouk } from './souk-process.ts'

const NO_DEMO = { DEMO: '0' }
let folder: Awaited<ReturnType<typeof privateFolder>>

beforeAll(async () => {
  folder = await privateFolder('migrations')
})
afterAll(() => folder.remove())

function keys(dataDir: string): { publishableKey: string; secretKey: string } {
  const text = execFileSync(process.execPath, ['marketplace/server.ts', '--keys'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return JSON.parse(text)
}

async function signUp(url: string, email: string): Promise<void> {
  const client = createClient(url, keys(folder.path).publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signUp({ email, password: 'quiet-lantern-42' })
  if (error) throw error
}

async function signIn(url: string, email: string): Promise<string | null> {
  const client = createClient(url, keys(folder.path).publishableKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signInWithPassword({ email, password: 'quiet-lantern-42' })
  return data.user?.email ?? null
}

describe('starting and stopping', () => {
  test('SIGTERM and SIGINT drain, stop the database and exit with 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const souk = await startSouk(folder.path, NO_DEMO)
      const postmaster = postmasterPid(folder.path)

      expect(await souk.end(signal)).toBe(0)
      expect(isRunning(postmaster)).toBe(false)
    }
  })

  test('after kill -9 of the server alone the next start takes the database over and loses nothing acknowledged', async () => {
    const souk = await startSouk(folder.path, NO_DEMO)
    await signUp(souk.url, 'after-kill@example.com')
    await souk.end('SIGKILL')

    const next = await startSouk(folder.path, NO_DEMO)
    expect(await signIn(next.url, 'after-kill@example.com')).toBe('after-kill@example.com')
    expect(await signIn(next.url, 'never-signed-up@example.com')).toBeNull()
    await next.end()
  })

  test('after kill -9 of everything the next start recovers by itself', async () => {
    const souk = await startSouk(folder.path, NO_DEMO)
    await signUp(souk.url, 'after-all-killed@example.com')
    process.kill(postmasterPid(folder.path), 'SIGKILL')
    await souk.end('SIGKILL')

    const next = await startSouk(folder.path, NO_DEMO)
    expect(await signIn(next.url, 'after-all-killed@example.com')).toBe('after-all-killed@example.com')
    await next.end()
  })

  test('a database that dies is started again while the server runs', async () => {
    const souk = await startSouk(folder.path, NO_DEMO)
    await signUp(souk.url, 'during-crash@example.com')
    process.kill(postmasterPid(folder.path), 'SIGKILL')

    await expect
      .poll(() => signIn(souk.url, 'during-crash@example.com').catch(() => null), { timeout: 30_000, interval: 200 })
      .toBe('during-crash@example.com')
    await souk.end()
  })
})

describe('what goes wrong is said in one sentence, with exit code 1', () => {
  async function failure(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
    const souk = launchSouk({ DATA_DIR: folder.path, PORT: String(await freePort()), ...NO_DEMO, ...environment })
    const code = await new Promise<number | null>((resolve) => souk.child.once('close', resolve))
    return { code, said: souk.output().trim() }
  }

  test('a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const { code, said } = await failure({ PORT: String(port) })
    other.close()

    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use; .+\\.$`))
  })

  test('a second process on the same data folder', async () => {
    const souk = await startSouk(folder.path, NO_DEMO)
    const { code, said } = await failure({})
    await souk.end()

    expect(code).toBe(1)
    expect(said).toMatch(/^Another process \(\d+\) already runs on the data folder .+\.$/)
  })

  test('a data folder that cannot be written', async () => {
    const { code, said } = await failure({ DATA_DIR: '/proc/souk' })

    expect(code).toBe(1)
    expect(said).toMatch(/^The data folder \/proc\/souk cannot be written \(\w+\); .+\.$/)
  })

  test('a database that cannot be reached', async () => {
    const { code, said } = await failure({
      DATABASE_URL: `postgres://somebody:secret-word@127.0.0.1:${await freePort()}/souk`,
    })

    expect(code).toBe(1)
    expect(said).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be reached \(.+\); check DATABASE_URL\.$/)
    expect(said).not.toContain('secret-word')
  })

  test('every problem of the configuration', async () => {
    const { code, said } = await failure({ PORT: 'eighty', LOG_LEVEL: 'loud' })

    expect(code).toBe(1)
    expect(said.split('\n')).toHaveLength(2)
  })
})
