import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../app.ts'
import { loadConfig } from '../../config/config.ts'
import { type Backend, createBackend } from '../../create-backend.ts'
import { makeStreamingReplica, type StreamingReplica } from '../../database/replica/streaming-replica.ts'

let folder: string
let app: App
/** Owns the database; runs without replica and cache. */
let primary: Backend
let replica: StreamingReplica
/** Both use the replica, without and with the cache. */
let uncached: Backend
let cached: Backend
const urls = new Map<Backend, string>()

const MIGRATION = `
  create table notes (id int primary key, body text);
  grant select, insert, update on notes to anon, authenticated;
  create function where_am_i() returns text language sql stable set search_path = ''
    return case when pg_is_in_recovery() then 'replica' else 'primary' end;
  grant execute on all functions in schema public to anon, authenticated;
  insert into notes values (1, 'one');`

async function open(environment: Record<string, string>): Promise<Backend> {
  const config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  })
  const backend = await createBackend(config, app, primary ? { owner: primary.database.replication } : {})
  urls.set(backend, `${await backend.listen()}/rest/v1`)
  return backend
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-replica-'))
  const migrations = join(folder, 'migrations')
  await mkdir(migrations)
  await writeFile(join(migrations, '1.sql'), MIGRATION)
  app = { migrations, functions: {}, web: null }
  primary = await open({ REST_CACHE_MB: '0', WORKERS: '3' })
  replica = await makeStreamingReplica(primary.database.replication, join(folder, 'replica'))
  await replica.start()
  const environment = { DATABASE_REPLICA_URL: replica.address, WORKERS: '3' }
  uncached = await open({ ...environment, REST_CACHE_MB: '0' })
  cached = await open(environment)
}, 90_000)

afterAll(async () => {
  await cached?.close()
  await uncached?.close()
  await replica?.kill()
  await primary?.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** On a busy host it takes a while until a replica counts as caught up again or a stream runs. */
const PATIENT = { timeout: 45_000, interval: 50 }
const LONG_ENOUGH = 90_000

const onReplica = () => expect.poll(where, PATIENT).toBe('replica')
const onPrimary = () => expect.poll(where, PATIENT).toBe('primary')

beforeEach(onReplica, LONG_ENOUGH)

async function ask(backend: Backend, path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${urls.get(backend)}/${path}`, init)
  return (await response.text()).replace(/\s/g, '')
}

const where = async () => JSON.parse(await ask(uncached, 'rpc/where_am_i')) as string

const note = (body: string) => primary.database.admin`update notes set body = ${body} where id = 1`

test(
  'anonymous reads go to the replica, all others to the primary',
  async () => {
    const token = await primary.keyring.sign({
      sub: crypto.randomUUID(),
      role: 'authenticated',
      exp: Date.now() / 1000 + 60,
    })
    await onReplica()
    expect(await ask(uncached, 'rpc/where_am_i', { headers: { Authorization: `Bearer ${token}` } })).toBe('"primary"')
    expect(await ask(uncached, 'rpc/where_am_i', { method: 'POST' })).toBe('"primary"')
  },
  LONG_ENOUGH,
)

test(
  'a lagging replica is used for a second at most, and again once it has caught up',
  async () => {
    await replica.pause()
    try {
      await note('lagging')
      const writtenAt = performance.now()
      const stale: number[] = []
      // When requests that got the old value were sent, however long their answers took.
      for (let askedAt = writtenAt; ; askedAt = performance.now()) {
        if ((await ask(uncached, 'notes?select=body')) === '[{"body":"lagging"}]') break
        stale.push(askedAt - writtenAt)
        await wait(20)
      }
      expect(Math.max(0, ...stale)).toBeLessThan(1500)
      await onPrimary()
    } finally {
      await replica.resume()
    }
    await onReplica()
  },
  LONG_ENOUGH,
)

test(
  'with the cache a lagging replica serves nothing older than 100 ms',
  async () => {
    // Cached answers show that the stream is running.
    const fresh = async () => (await fetch(`${urls.get(cached)}/notes`)).headers.get('etag')
    await expect.poll(fresh, PATIENT).not.toBeNull()
    await replica.pause()
    try {
      for (let round = 0; round < 5; round++) {
        await note(`round${round}`)
        await wait(110)
        expect(await ask(cached, 'notes?select=body')).toBe(`[{"body":"round${round}"}]`)
      }
    } finally {
      await replica.resume()
    }
  },
  LONG_ENOUGH,
)

test(
  'an anonymous client reads its own write even while the replica lags',
  async () => {
    await replica.pause()
    try {
      for (let round = 0; round < 5; round++) {
        const body = JSON.stringify({ body: `mine${round}` })
        await ask(uncached, 'notes?id=eq.1', { method: 'PATCH', body, headers: { 'Content-Type': 'application/json' } })
        expect(await ask(uncached, 'notes?select=body')).toBe(`[{"body":"mine${round}"}]`)
      }
    } finally {
      await replica.resume()
    }
  },
  LONG_ENOUGH,
)

test(
  'a lost replica fails no request and is used again once it is back',
  async () => {
    await note('still here')
    await expect.poll(() => ask(uncached, 'notes?select=body'), PATIENT).toBe('[{"body":"stillhere"}]')
    await replica.kill()
    for (let round = 0; round < 20; round++) {
      expect(await ask(uncached, 'notes?select=body')).toBe('[{"body":"stillhere"}]')
    }
    await onPrimary()
    await replica.start()
    await onReplica()
  },
  LONG_ENOUGH,
)
