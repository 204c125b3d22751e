import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { type Backend, createBackend } from '../../src/create-backend.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'

/** Two servers on one database and one data folder, like two workers. */
let folder: string
let remove: () => Promise<void>
let servers: readonly [Backend, Backend]
let urls: readonly [string, string]
let operator: SupabaseClient
let secretKey: string

beforeAll(async () => {
  ;({ parent: folder, remove } = await migratedFolder('two-servers'))
  const app = { migrations: join(import.meta.dirname, '../migrations'), functions: {}, web: null }
  const settings = { DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'fatal' }
  const configOf = (port: number) =>
    loadConfig({ ...settings, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
  const first = await createBackend(configOf(await freePort()), app)
  const second = await createBackend(configOf(await freePort()), app, { owner: first.database.replication })
  servers = [first, second]
  urls = [await first.listen(), await second.listen()]
  secretKey = first.keyring.apiKeys.secretKey
  operator = createClient(urls[0], secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  await operator.storage.createBucket('things')
}, 300_000)
afterAll(async () => {
  const [first, second] = servers
  await second.close()
  await first.close()
  await remove()
})

const ask = (url: string, method: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${secretKey}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })

/** Begins an upload through the first server. @returns its URL at either server */
async function begin(key: string, length: number): Promise<readonly [string, string]> {
  const words = { bucketName: 'things', objectName: key }
  const metadata = Object.entries(words).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const headers = { 'upload-length': String(length), 'upload-metadata': metadata.join(',') }
  const created = await ask(`${urls[0]}/storage/v1/upload/resumable`, 'POST', headers)
  const { pathname } = new URL(created.headers.get('location') ?? '')
  return [urls[0] + pathname, urls[1] + pathname]
}

const patch = (url: string, offset: number, body: Buffer) =>
  ask(url, 'PATCH', { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body)

/** A client that sends a part of the declared body and then neither continues nor disconnects. */
function stall(url: string, length: number, sent: Buffer): { client: ClientRequest; answered: Promise<number> } {
  const client = request(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${secretKey}`,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  })
  const answered = new Promise<number>((resolve) => {
    client.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', () => resolve(0))
  })
  client.write(sent)
  return { client, answered }
}

async function stored(key: string): Promise<string> {
  const { data, error } = await operator.storage.from('things').download(key)
  if (error) throw error
  return createHash('sha256')
    .update(await data.bytes())
    .digest('hex')
}

test('an upload resumes through another server where the lost connection stopped', { timeout: 180_000 }, async () => {
  const content = randomBytes(900_000)
  const [atFirst, atSecond] = await begin('resumed', content.length)
  const { client, answered } = stall(atFirst, content.length, content.subarray(0, 300_000))
  const parts = join(folder, 'data/storage/tus')
  await expect.poll(() => largestIn(parts), { timeout: 90_000 }).toBe(300_000)
  // The first server holds the upload; the second one asks it to release the lock.
  expect((await ask(atSecond, 'HEAD', {})).headers.get('upload-offset')).toBe('300000')
  expect((await patch(atSecond, 300_000, content.subarray(300_000))).status).toBe(204)
  expect(await stored('resumed')).toBe(createHash('sha256').update(content).digest('hex'))
  client.destroy()
  await answered
})

test('a server that loses its locks stops writing, and the upload continues', { timeout: 180_000 }, async () => {
  const content = randomBytes(700_000)
  const [atFirst, atSecond] = await begin('unlocked', content.length)
  const { client, answered } = stall(atFirst, content.length, content.subarray(0, 200_000))
  await expect.poll(() => largestIn(join(folder, 'data/storage/tus')), { timeout: 90_000 }).toBe(200_000)
  // Locks belong to a database connection; without it another server might begin to write.
  const database = servers[0].database.admin
  const ended = await database`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'souk-upload-locks'`
  expect(ended.length).toBeGreaterThan(0)
  expect(await answered).toBe(204)
  client.destroy()
  expect((await ask(atSecond, 'HEAD', {})).headers.get('upload-offset')).toBe('200000')
  expect((await patch(atSecond, 200_000, content.subarray(200_000))).status).toBe(204)
  expect(await stored('unlocked')).toBe(createHash('sha256').update(content).digest('hex'))
})

test('two clients that send the same parts to two servers produce one complete file', {
  timeout: 180_000,
}, async () => {
  const content = randomBytes(400_000)
  const addresses = await begin('twice', content.length)
  for (let offset = 0; offset < content.length; offset += 100_000) {
    const part = content.subarray(offset, offset + 100_000)
    const answers = await Promise.all([...addresses, ...addresses].map((url) => patch(url, offset, part)))
    const statuses = answers.map(({ status }) => status).sort()
    // One writes; for the others the upload is ahead, finished, gone, or was taken over (400).
    expect(statuses[0]).toBe(204)
    expect(statuses.slice(1).filter((status) => ![400, 404, 409, 410, 423].includes(status))).toEqual([])
  }
  expect(await stored('twice')).toBe(createHash('sha256').update(content).digest('hex'))
})

test('of concurrent uploads to one key through two servers one is kept, complete, and no other bytes remain', {
  timeout: 60_000,
}, async () => {
  const contents = Array.from({ length: 50 }, (_, n) => Buffer.alloc(20_000 + n, n))
  const rooms = urls.map((url) =>
    createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } }).storage.from('things'),
  )
  const outcomes = await Promise.all(
    contents.map((content, n) => rooms[n % 2]?.upload('contested', content, { upsert: true })),
  )
  expect(outcomes.filter((outcome) => outcome?.error)).toEqual([])
  const { data } = await operator.storage.from('things').info('contested')
  const winner = contents[(data?.size ?? 0) - 20_000] ?? Buffer.alloc(0)
  expect(await stored('contested')).toBe(createHash('sha256').update(winner).digest('hex'))
  expect(data?.etag).toBe(`"${createHash('md5').update(winner).digest('hex')}"`)
  const database = servers[0].database.admin
  const [row] = await database`select count(distinct version)::int as versions from storage.objects`
  await expect.poll(() => blobs(), { timeout: 90_000 }).toBe(row?.versions)
})

async function largestIn(path: string): Promise<number> {
  const sizes = (await readdir(path)).map(async (name) => (await stat(join(path, name))).size)
  return Math.max(0, ...(await Promise.all(sizes)))
}

async function blobs(): Promise<number> {
  const names = await readdir(join(folder, 'data/storage/objects'), { recursive: true, withFileTypes: true })
  return names.filter((name) => name.isFile()).length
}

test('a file cached at one server follows changes made through the other', { timeout: 180_000 }, async () => {
  await operator.storage.createBucket('shown', { public: true })
  const room = operator.storage.from('shown')
  await room.upload('a', 'one')
  const atSecond = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${urls[1]}/storage/v1/object/public/shown/a`, { headers })
    const text = await answer.text()
    return answer.ok ? text : answer.status
  }
  for (const _ of [1, 2, 3]) expect(await atSecond()).toBe('one')
  const etag = (await room.info('a')).data?.etag ?? ''
  for (const _ of [1, 2]) expect(await atSecond({ 'if-none-match': etag })).toBe(304)

  await room.update('a', 'two')
  await expect.poll(() => atSecond({ 'if-none-match': etag }), { timeout: 90_000 }).toBe('two')
  await operator.storage.updateBucket('shown', { public: false })
  await expect.poll(() => atSecond(), { timeout: 90_000 }).toBe(400)
  await operator.storage.updateBucket('shown', { public: true })
  await expect.poll(() => atSecond(), { timeout: 90_000 }).toBe('two')
  await servers[0].database.admin.begin(async (sql) => {
    await sql`select set_config('storage.allow_delete_query', 'true', true)`
    await sql`delete from storage.objects where bucket_id = 'shown'`
  })
  await expect.poll(() => atSecond(), { timeout: 90_000 }).toBe(400)
})
