import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres from 'souk-backend/postgres'
import { freePort } from 'souk-backend/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPhotoWithWords } from '../../backend/acceptance/storage/written-photo.ts'
import { isRunning, launchSouk, postmasterPid, privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

const NO_DEMO = { DEMO: '0' }
let folder: Awaited<ReturnType<typeof privateFolder>>

beforeAll(async () => {
  folder = await privateFolder('migrations')
})
afterAll(async () => {
  await stop()
  await folder.remove()
})

/** The keys of the folder, read once: printing them loads the whole product, and they never change. */
let known: { publishableKey: string; secretKey: string } | undefined
function keys(): { publishableKey: string; secretKey: string } {
  known ??= JSON.parse(
    execFileSync(process.execPath, ['marketplace/server.ts', '--keys'], {
      env: { ...process.env, DATA_DIR: folder.path },
      encoding: 'utf8',
    }),
  )
  if (!known) throw new Error('The keys were not printed.')
  return known
}

async function signUp(url: string, email: string) {
  const client = createClient(url, keys().publishableKey, { auth: { persistSession: false } })
  const { data, error } = await client.auth.signUp({ email, password: 'quiet-lantern-42' })
  if (error) throw error
  return { client, id: data.user?.id }
}

/** A database connection as owner, for data that the API does not show. */
async function withDatabase<T>(ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const [, , , port, host] = readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const { password } = JSON.parse(readFileSync(join(folder.path, 'secrets/postgres.json'), 'utf8'))
  const sql = postgres({ host: host || '127.0.0.1', port: Number(port), user: 'postgres', password, max: 1 })
  try {
    return await ask(sql)
  } finally {
    await sql.end()
  }
}

async function signIn(url: string, email: string): Promise<string | null> {
  const client = createClient(url, keys().publishableKey, { auth: { persistSession: false } })
  const { data } = await client.auth.signInWithPassword({ email, password: 'quiet-lantern-42' })
  return data.user?.email ?? null
}

/** One server for all tests that leave it running; a test that ends it lets the next one start another. */
let souk: SoukProcess | null = null
async function ensureRunning(): Promise<SoukProcess> {
  souk ??= await startSouk(folder.path, NO_DEMO)
  return souk
}
async function stop(signal?: NodeJS.Signals): Promise<number | null> {
  const ending = souk
  souk = null
  return (await ending?.end(signal)) ?? null
}

/** A start that fails. */
async function startAndFail(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const failing = launchSouk({ DATA_DIR: folder.path, PORT: String(await freePort()), ...NO_DEMO, ...environment })
  const code = await new Promise<number | null>((resolve) => failing.child.once('close', resolve))
  return { code, said: failing.output().trim() }
}

describe('starting and stopping', () => {
  test('the next start after kill -9 of the server takes over the database and loses nothing acknowledged', async () => {
    const { url } = await ensureRunning()
    await signUp(url, 'after-kill@example.com')
    await stop('SIGKILL')

    const next = await ensureRunning()
    expect(await signIn(next.url, 'after-kill@example.com')).toBe('after-kill@example.com')
    expect(await signIn(next.url, 'never-signed-up@example.com')).toBeNull()
  })

  test('a photo in processing at kill -9 stays unprocessed and is processed after the next start', async () => {
    const { url } = await ensureRunning()
    const { client, id } = await signUp(url, 'picture-at-kill@example.com')
    const path = `${id}/lamp.jpg`
    const picture = await aPhotoWithWords('WhatsApp +351 912 345 678')
    const { error } = await client.storage.from('listing-photos').upload(path, picture, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
    const lease = () =>
      withDatabase(async (sql) => {
        const [row] = await sql`
          select unread.attempts, unread.due_at > now() as is_taken, object.metadata ->> 'reading' as reading
          from storage.objects object left join storage.unread_pictures unread on unread.object_id = object.id
          where object.name = ${path}`
        return row
      })
    // The processing process takes a second to start.
    await expect.poll(lease, { timeout: 20_000, interval: 20 }).toMatchObject({ attempts: 1 })
    await stop('SIGKILL')

    const next = await ensureRunning()
    expect(await lease()).toEqual({ attempts: 1, is_taken: true, reading: 'waiting' })
    // A minute later, when the killed process's lease has expired.
    await withDatabase((sql) => sql`update storage.unread_pictures set due_at = now()`)
    const store = createClient(next.url, keys().secretKey).storage.from('listing-photos')
    const metadata = async () => (await store.list(id)).data?.[0]?.metadata
    await expect
      .poll(metadata, { timeout: 60_000, interval: 100 })
      .toMatchObject({ texts: [expect.stringContaining('912 345 678')] })
    expect(await metadata()).not.toHaveProperty('reading')
  })

  test('the next start after kill -9 of all processes recovers without help', async () => {
    const { url } = await ensureRunning()
    await signUp(url, 'after-all-killed@example.com')
    process.kill(postmasterPid(folder.path), 'SIGKILL')
    await stop('SIGKILL')

    const next = await ensureRunning()
    expect(await signIn(next.url, 'after-all-killed@example.com')).toBe('after-all-killed@example.com')
  })

  test('a database that dies is restarted while the server runs', async () => {
    const { url } = await ensureRunning()
    await signUp(url, 'during-crash@example.com')
    process.kill(postmasterPid(folder.path), 'SIGKILL')

    await expect
      .poll(() => signIn(url, 'during-crash@example.com').catch(() => null), { timeout: 30_000, interval: 200 })
      .toBe('during-crash@example.com')
  })

  test('a second process on the same data folder names the running one and exits with code 1', async () => {
    await ensureRunning()
    const { code, said } = await startAndFail({})

    expect(code).toBe(1)
    expect(said).toMatch(/^Another process \(\d+\) already runs on the data folder .+\.$/)
  })

  test('SIGTERM and SIGINT drain connections, stop the database and exit with code 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await ensureRunning()
      const postmaster = postmasterPid(folder.path)

      expect(await stop(signal)).toBe(0)
      expect(isRunning(postmaster)).toBe(false)
    }
  })

  test('npm start sets no production mode and drains when npm gets a signal that it does not forward', async () => {
    await stop()
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
})

describe('a failed start prints one sentence and exits with code 1', () => {
  test('a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const { code, said } = await startAndFail({ PORT: String(port) })
    other.close()

    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use; .+\\.$`))
  })

  test('a data folder that cannot be written', async () => {
    const { code, said } = await startAndFail({ DATA_DIR: '/proc/souk' })

    expect(code).toBe(1)
    expect(said).toMatch(/^The data folder \/proc\/souk cannot be written \(\w+\); .+\.$/)
  })

  test('a database that cannot be reached', async () => {
    const { code, said } = await startAndFail({
      DATABASE_URL: `postgres://somebody:secret-word@127.0.0.1:${await freePort()}/souk`,
    })

    expect(code).toBe(1)
    expect(said).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be reached \(.+\); check DATABASE_URL\.$/)
    expect(said).not.toContain('secret-word')
  })

  test('every configuration problem', async () => {
    const { code, said } = await startAndFail({ PORT: 'eighty', LOG_LEVEL: 'loud' })

    expect(code).toBe(1)
    expect(said.split('\n')).toHaveLength(2)
  })
})
