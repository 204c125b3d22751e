import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import postgres from '#postgres'
import { openFileBackend } from '../../src/storage/backends/files.ts'
import { openStaging } from '../../src/storage/staging.ts'
import { sweepOrphans } from '../../src/storage/sweeper.ts'
import { aRealBomb } from './real-bomb.ts'
import { aPhotograph } from './rooms.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const MEBIBYTE = 1024 * 1024
const SIZE = 6 * MEBIBYTE + 17

let server: ServerProcess
let operator: SupabaseClient

beforeAll(async () => {
  server = await startServerProcess()
  operator = createClient(server.url, server.secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await operator.storage.createBucket('people')
  if (error) throw error
}, 300_000)
afterAll(() => server.remove())

async function newUser() {
  const client = createClient(server.url, server.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'quiet-lantern-42',
  })
  if (error || !data.session) throw error ?? new Error('sign-up gave no session')
  return { client, id: data.session.user.id, token: data.session.access_token }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function storedHash(key: string): Promise<string> {
  const { data, error } = await operator.storage.from('people').download(key)
  if (error) throw error
  return sha256(await data.bytes())
}

/** Uploads with the unmodified client, which retries by itself; resolves with the offsets at which it resumed. */
function send(key: string, token: string, content: Buffer): Promise<string[]> {
  const wentOnAt: string[] = []
  return new Promise((resolve, reject) => {
    new Upload(content, {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      chunkSize: 2 * MEBIBYTE,
      retryDelays: [50, 200, 500, ...Array.from({ length: 200 }, () => 1000)],
      headers: { authorization: `Bearer ${token}` },
      metadata: { bucketName: 'people', objectName: key, contentType: 'application/octet-stream' },
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD') wentOnAt.push(response.getHeader('upload-offset') ?? '')
      },
      onSuccess: () => resolve(wentOnAt),
      onError: reject,
    }).start()
  })
}

const partsLeft = async () =>
  (await readdir(join(server.dataDir, 'storage/tus'))).filter((name) => !name.endsWith('.json'))

describe('a file sent in parts arrives complete', { timeout: 300_000 }, () => {
  test.each([30, 60])('when the connection is cut at %i %', async (percent) => {
    const anna = await newUser()
    const [key, content] = [`${anna.id}/film`, randomBytes(SIZE)]
    server.breakAfter((SIZE * percent) / 100)
    const wentOnAt = await send(key, anna.token, content)
    expect(wentOnAt.length).toBeGreaterThan(0)
    expect(Math.max(...wentOnAt.map(Number))).toBeGreaterThan(0)
    expect(await storedHash(key)).toBe(sha256(content))
    expect(await partsLeft()).toEqual([])
  })

  test('when the server is killed in the middle and restarted', async () => {
    const anna = await newUser()
    const [key, content] = [`${anna.id}/film`, randomBytes(SIZE)]
    const killed = Promise.withResolvers<void>()
    server.breakAfter(SIZE / 2, () => killed.resolve(server.kill()))
    const sent = send(key, anna.token, content)
    sent.catch(() => undefined) // handled when it is awaited below
    await killed.promise
    await server.start()
    expect((await sent).length).toBeGreaterThan(0)
    expect(await storedHash(key)).toBe(sha256(content))
    expect(await partsLeft()).toEqual([])
  })
})

/** The counters, and the sums of the rows. */
async function usage(owner: string) {
  const database = await server.connectDatabase()
  try {
    const { rows } = await database.query(
      `select (select coalesce(max(bytes), 0)::int from storage.usage where owner_id = $1) as bytes,
        (select coalesce(max(objects), 0)::int from storage.usage where owner_id = $1) as objects,
        coalesce(sum((metadata ->> 'size')::bigint), 0)::int as real_bytes, count(*)::int as real_objects
      from storage.objects where owner_id = $1`,
      [owner],
    )
    const { bytes, objects, real_bytes, real_objects } = rows[0]
    return { counted: { bytes, objects }, real: { bytes: real_bytes, objects: real_objects } }
  } finally {
    await database.end()
  }
}

async function limit(owner: string, maxBytes: number, maxObjects: number): Promise<void> {
  const database = await server.connectDatabase()
  await database.query('insert into storage.quotas (owner_id, max_bytes, max_objects) values ($1, $2, $3)', [
    ...[owner, maxBytes, maxObjects],
  ])
  await database.end()
}

describe('the quota of a user', { timeout: 300_000 }, () => {
  const FULL = { statusCode: '413', message: expect.stringMatching(/^Your storage is full: /) }

  test('counts files: concurrent uploads fill it exactly, in every protocol', async () => {
    const anna = await newUser()
    await limit(anna.id, 1_000_000, 10)
    const room = anna.client.storage.from('people')
    const key = (n: number) => `${anna.id}/${n}`
    const signed = (await room.createSignedUploadUrl(key(100))).data?.token ?? ''
    const outcomes = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => room.upload(key(n), Buffer.alloc(1000)).then(({ error }) => error)),
      room.uploadToSignedUrl(key(100), signed, Buffer.alloc(1000)).then(({ error }) => error),
      send(key(101), anna.token, Buffer.alloc(1000)).then(
        () => null,
        (error: Error) => ({ statusCode: '413', message: /Your storage is full: .*/.exec(error.message)?.[0] }),
      ),
    ])
    const refused = outcomes.filter((error) => error !== null)
    expect(refused).toHaveLength(12)
    for (const error of refused) expect(error).toMatchObject(FULL)
    const { counted, real } = await usage(anna.id)
    expect(counted).toEqual({ bytes: 10_000, objects: 10 })
    expect(real).toEqual(counted)
  })

  test('counts bytes: a replacement counts the difference, a removal frees its bytes, and a copy counts', async () => {
    const [anna, ben] = [await newUser(), await newUser()]
    await limit(anna.id, 10_000, 100)
    const room = anna.client.storage.from('people')
    const [a, b] = [`${anna.id}/a`, `${anna.id}/b`]
    expect((await room.upload(a, Buffer.alloc(6000))).error).toBeNull()
    expect((await room.upload(b, Buffer.alloc(5000))).error).toMatchObject(FULL)
    expect((await room.copy(a, b)).error).toMatchObject(FULL)
    expect((await room.update(a, Buffer.alloc(9000))).error).toBeNull()
    expect((await room.update(a, Buffer.alloc(11_000))).error).toMatchObject(FULL)
    expect((await room.move(a, b)).error).toBeNull()
    expect((await usage(anna.id)).counted).toEqual({ bytes: 9000, objects: 1 })
    expect((await room.remove([b])).error).toBeNull()
    expect((await room.upload(a, Buffer.alloc(10_000))).error).toBeNull()
    expect((await ben.client.storage.from('people').upload(`${ben.id}/a`, Buffer.alloc(20_000))).error).toBeNull()
    // The service role has no quota.
    expect((await operator.storage.from('people').upload(`${anna.id}/c`, Buffer.alloc(50_000))).error).toBeNull()
    expect((await usage(anna.id)).real).toEqual({ bytes: 10_000, objects: 1 })
  })

  test('refuses an upload that declares too much before its bytes are sent', async () => {
    const anna = await newUser()
    await limit(anna.id, 10_000, 100)
    const before = await partsLeft()
    await expect(send(`${anna.id}/large`, anna.token, randomBytes(SIZE))).rejects.toThrow('Your storage is full')
    expect(await partsLeft()).toEqual(before)
  })
})

describe('when the server is killed during many uploads', { timeout: 300_000 }, () => {
  const lost = randomUUID()
  let anna: Awaited<ReturnType<typeof newUser>>
  let contents: ReadonlyMap<string, Buffer>
  let blobsBefore: string[]
  const answered: string[] = []

  beforeAll(async () => {
    anna = await newUser()
    const room = anna.client.storage.from('people')
    blobsBefore = await blobs()
    // Holding the key's lock prevents the row from being written; the bytes are stored before that.
    const database = await server.connectDatabase()
    await database.query('select pg_advisory_lock(hashtextextended($1, 0))', [`people/${anna.id}/${lost}`])
    const held = room.upload(`${anna.id}/${lost}`, randomBytes(50_000))
    await vi.waitUntil(async () => (await blobs()).length > blobsBefore.length, { timeout: 120_000 })

    const entries = Array.from({ length: 40 }, (_, n): [string, Buffer] => [`${anna.id}/${n}`, randomBytes(30_000 + n)])
    contents = new Map(entries)
    const uploads = entries.map(async ([key, content]) => {
      const { error } = await room.upload(key, content)
      if (!error) answered.push(key)
    })
    await vi.waitUntil(() => answered.length > 3, { timeout: 120_000, interval: 5 })
    await server.kill()
    await Promise.all([held, ...uploads])
    await database.end()
    await server.start()
  }, 300_000)

  test('every confirmed object exists, every existing object is complete, and the counters are exact', async () => {
    const { data } = await anna.client.storage.from('people').list(anna.id, { limit: 100 })
    const listed = (data ?? []).map(({ name }) => `${anna.id}/${name}`)
    expect(listed).toEqual(expect.arrayContaining(answered))
    for (const key of listed) expect(await storedHash(key)).toBe(sha256(contents.get(key) ?? Buffer.alloc(0)))
    const { counted, real } = await usage(anna.id)
    expect(counted).toEqual(real)
    expect(counted.objects).toBe(listed.length)
  })

  test('bytes without a row are not an object, and only they are swept', async () => {
    const room = anna.client.storage.from('people')
    expect((await room.exists(`${anna.id}/${lost}`)).data).toBe(false)
    await sweepAsInTwoHours()
    const { objects } = (await usage(anna.id)).counted
    expect(await blobs()).toHaveLength(blobsBefore.length + objects)
    expect(await blobs()).toEqual(expect.arrayContaining(blobsBefore))
    expect((await room.upload(`${anna.id}/${lost}`, Buffer.from('again'))).error).toBeNull()
  })
})

/** The process's peak memory in bytes since the last call, according to Linux. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  await writeFile(`/proc/${server.pid}/clear_refs`, '5')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

describe.runIf(process.platform === 'linux')('memory', { timeout: 300_000 }, () => {
  test('hardly grows when images of 900 megapixels arrive and are requested in small sizes', async () => {
    const bomb = aRealBomb(30_000)
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 30_000, height: 30_000 })
    await server.makeBucket({ id: 'pictures', public: true, image_policy: { maxEdge: 2560, maxPixels: 50_000_000 } })
    await server.makeBucket({ id: 'files', public: true })
    const photo = await aPhotograph(2000, 1500)
    const [pictures, files] = [operator.storage.from('pictures'), operator.storage.from('files')]
    expect((await pictures.upload('photo.png', photo)).error).toBeNull() // loads everything that is loaded once
    await peakMemory()
    const before = await peakMemory()
    const numbers = Array.from({ length: 6 }, (_, n) => n)
    await Promise.all(
      numbers.map(async (n) => {
        const refused = await pictures.upload(`bomb-${n}.png`, bomb, { contentType: 'image/png' })
        expect(refused.error).toMatchObject({ statusCode: '413', message: expect.stringContaining('900 megapixels') })
        expect((await files.upload(`bomb-${n}.png`, bomb, { contentType: 'image/png' })).error).toBeNull()
        const { publicUrl } = files.getPublicUrl(`bomb-${n}.png`, { transform: { width: 100 + n } }).data
        expect((await fetch(publicUrl)).status).toBe(400)
      }),
    )
    expect((await peakMemory()) - before).toBeLessThan(200 * MEBIBYTE)
  })
})

async function blobs(): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'storage/objects'), { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
}

/** The server sweeps hourly; this runs its sweeper with the clock ahead. */
async function sweepAsInTwoHours(): Promise<void> {
  const root = join(server.dataDir, 'storage')
  const admin = postgres({ ...(await server.databaseOptions()), max: 1 })
  const [blobs, staging] = [await openFileBackend(root), await openStaging(root)]
  const context = { blobs, staging, database: { admin }, log: pino({ level: 'silent' }) }
  await sweepOrphans(context, new Date(Date.now() + 2 * 60 * 60 * 1000))
  await admin.end()
}
