import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
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
  await end()
  await folder.remove()
})

/** The keys of the folder, read once: printing them loads the whole product, and no start changes them. */
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

/** The database as its owner, for what nobody sees over the wire. */
async function inDatabase<T>(ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
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

/** One server for as many tests as leave it running; whoever ends it starts the next. */
let souk: SoukProcess | null = null
async function running(): Promise<SoukProcess> {
  souk ??= await startSouk(folder.path, NO_DEMO)
  return souk
}
async function end(signal?: NodeJS.Signals): Promise<number | null> {
  const ending = souk
  souk = null
  return (await ending?.end(signal)) ?? null
}

/** A start that fails. */
async function failure(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const failing = launchSouk({ DATA_DIR: folder.path, PORT: String(await freePort()), ...NO_DEMO, ...environment })
  const code = await new Promise<number | null>((resolve) => failing.child.once('close', resolve))
  return { code, said: failing.output().trim() }
}

describe('starting and stopping', () => {
  test('after kill -9 of the server alone the next start takes the database over and loses nothing acknowledged', async () => {
    const { url } = await running()
    await signUp(url, 'after-kill@example.com')
    await end('SIGKILL')

    const next = await running()
    expect(await signIn(next.url, 'after-kill@example.com')).toBe('after-kill@example.com')
    expect(await signIn(next.url, 'never-signed-up@example.com')).toBeNull()
  })

  test('a picture that was being read at a kill -9 stays unread, and is read after the next start', async () => {
    const { url } = await running()
    const { client, id } = await signUp(url, 'picture-at-kill@example.com')
    const path = `${id}/lamp.jpg`
    const picture = await aPhotoWithWords('WhatsApp +351 912 345 678')
    const { error } = await client.storage.from('listing-photos').upload(path, picture, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
    const lease = () =>
      inDatabase(async (sql) => {
        const [row] = await sql`
          select unread.attempts, unread.due_at > now() as is_taken, object.metadata ->> 'reading' as reading
          from storage.objects object left join storage.unread_pictures unread on unread.object_id = object.id
          where object.name = ${path}`
        return row
      })
    // Its process takes a second to start alone.
    await expect.poll(lease, { timeout: 20_000, interval: 20 }).toMatchObject({ attempts: 1 })
    await end('SIGKILL')

    const next = await running()
    expect(await lease()).toEqual({ attempts: 1, is_taken: true, reading: 'waiting' })
    // A minute later, when whoever took it has had his time.
    await inDatabase((sql) => sql`update storage.unread_pictures set due_at = now()`)
    const store = createClient(next.url, keys().secretKey).storage.from('listing-photos')
    const metadata = async () => (await store.list(id)).data?.[0]?.metadata
    await expect
      .poll(metadata, { timeout: 60_000, interval: 100 })
      .toMatchObject({ texts: [expect.stringContaining('912 345 678')] })
    expect(await metadata()).not.toHaveProperty('reading')
  })

  test('after kill -9 of everything the next start recovers by itself', async () => {
    const { url } = await running()
    await signUp(url, 'after-all-killed@example.com')
    process.kill(postmasterPid(folder.path), 'SIGKILL')
    await end('SIGKILL')

    const next = await running()
    expect(await signIn(next.url, 'after-all-killed@example.com')).toBe('after-all-killed@example.com')
  })

  test('a database that dies is started again while the server runs', async () => {
    const { url } = await running()
    await signUp(url, 'during-crash@example.com')
    process.kill(postmasterPid(folder.path), 'SIGKILL')

    await expect
      .poll(() => signIn(url, 'during-crash@example.com').catch(() => null), { timeout: 30_000, interval: 200 })
      .toBe('during-crash@example.com')
  })

  test('a second process on the same data folder ends with exit code 1 and says who runs there', async () => {
    await running()
    const { code, said } = await failure({})

    expect(code).toBe(1)
    expect(said).toMatch(/^Another process \(\d+\) already runs on the data folder .+\.$/)
  })

  test('SIGTERM and SIGINT drain, stop the database and exit with 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await running()
      const postmaster = postmasterPid(folder.path)

      expect(await end(signal)).toBe(0)
      expect(isRunning(postmaster)).toBe(false)
    }
  })
})

describe('what goes wrong is said in one sentence, with exit code 1', () => {
  test('a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const { code, said } = await failure({ PORT: String(port) })
    other.close()

    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use; .+\\.$`))
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
