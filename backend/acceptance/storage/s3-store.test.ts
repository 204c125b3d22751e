import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Config, loadConfig } from '../../src/config/config.ts'
import { type Backend, createBackend } from '../../src/create-backend.ts'
import { openS3Backend } from '../../src/storage/backends/s3.ts'
import type { StorageContext } from '../../src/storage/context.ts'
import { endExpiredUploads } from '../../src/storage/s3/multipart/uploads.ts'
import { openStaging } from '../../src/storage/staging.ts'
import { sweepOrphans } from '../../src/storage/sweeper.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { migratedFolder } from '../data-folder.ts'
import { S3_KEY, target } from '../server.ts'
import { aPhotograph } from './rooms.ts'
import { bytesOf, refusalOf, s3Operator } from './s3-clients.ts'
import { startServerProcess } from './server-process.ts'
import { openStoreWire, type StoreWire } from './store-wire.ts'

// The server under test is the store: a second server keeps its files there, over the S3 protocol.
const LATER = new Date(Date.now() + 2 * 60 * 60 * 1000)
const LARGE = randomBytes(9 * 1024 * 1024)

let folder = ''
let remove = async () => {}
let wire: StoreWire
let config: Config
let backend: Backend
let url = ''
let client: SupabaseClient

/** Settings of a server that keeps its files in `bucket` of the store. */
const storeAt = (port: number, bucket: string) => ({
  STORAGE_BACKEND: 's3',
  S3_ENDPOINT: `http://127.0.0.1:${port}/storage/v1/s3`,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
})

async function aStore(): Promise<string> {
  const name = `store-${randomUUID()}`
  const { error } = await createClient(target().url, target().secretKey).storage.createBucket(name)
  if (error) throw error
  return name
}

/** The names of all blobs in a store. */
async function versionsIn(store: string): Promise<string[]> {
  const { Contents = [] } = await s3Operator().send(new ListObjectsV2Command({ Bucket: store, Prefix: 'objects/' }))
  return Contents.map(({ Key = '' }) => Key.split('/').at(-1) ?? '')
}

beforeAll(async () => {
  ;({ parent: folder, remove } = await migratedFolder('store'))
  wire = await openStoreWire(Number(new URL(target().url).port))
  const port = await freePort()
  config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    STORAGE_RENDER_SIZES: 'any',
    ...storeAt(wire.port, await aStore()),
    S3_PROTOCOL_ACCESS_KEY_ID: S3_KEY.accessKeyId,
    S3_PROTOCOL_ACCESS_KEY_SECRET: S3_KEY.secretAccessKey,
  })
  backend = await createBackend(config, {
    migrations: join(import.meta.dirname, '../migrations'),
    functions: {},
    web: null,
  })
  url = await backend.listen()
  client = createClient(url, backend.keyring.apiKeys.secretKey)
  await client.storage.createBucket('things', { public: true })
})

beforeEach(() => wire.pass())

afterAll(async () => {
  await backend?.close()
  await wire?.close()
  await remove()
})

async function put(key: string, content: Buffer | string): Promise<void> {
  const { error } = await client.storage
    .from('things')
    .upload(key, content, { upsert: true, contentType: 'text/plain' })
  if (error) throw error
}

async function get(key: string): Promise<Buffer | null> {
  const { data } = await client.storage.from('things').download(key)
  return data && Buffer.from(await data.arrayBuffer())
}

const store = () => config.s3?.bucket ?? ''

describe('a server with its files in another store', { timeout: 120_000 }, () => {
  test('returns what was stored, in whole and in part, and keeps nothing itself', async () => {
    await put('small', 'plums')
    await put('large', LARGE)
    expect((await get('small'))?.toString()).toBe('plums')
    expect((await get('large'))?.equals(LARGE)).toBe(true)
    const part = await fetch(`${url}/storage/v1/object/public/things/large`, {
      headers: { range: 'bytes=5000000-5000009' },
    })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(LARGE.subarray(5_000_000, 5_000_010))).toBe(true)
    expect(await versionsIn(store())).toHaveLength(2)
    const local = join(config.dataDir, 'storage')
    expect(await readdir(join(local, 'incoming'))).toEqual([])
    expect(await readdir(local)).not.toContain('objects')
  })

  test('deletes the bytes of replaced, moved and removed objects', async () => {
    const before = (await versionsIn(store())).length
    await put('a', 'one')
    await put('a', 'two')
    const room = client.storage.from('things')
    await room.copy('a', 'b')
    await room.move('a', 'c/d')
    expect([await get('a'), (await get('b'))?.toString(), (await get('c/d'))?.toString()]).toEqual([null, 'two', 'two'])
    expect((await room.list('c')).data?.map(({ name }) => name)).toEqual(['d'])
    expect(await versionsIn(store())).toHaveLength(before + 2)
    await room.remove(['b', 'c/d'])
    expect(await versionsIn(store())).toHaveLength(before)
  })

  test('accepts uploads in parts, in both protocols that have them', async () => {
    await new Promise<void>((resolve, reject) => {
      new Upload(LARGE, {
        endpoint: `${url}/storage/v1/upload/resumable`,
        chunkSize: 6 * 1024 * 1024,
        headers: { authorization: `Bearer ${backend.keyring.apiKeys.secretKey}` },
        metadata: { bucketName: 'things', objectName: 'resumed' },
        onSuccess: () => resolve(),
        onError: reject,
      }).start()
    })
    expect((await get('resumed'))?.equals(LARGE)).toBe(true)
    const s3 = s3Operator({ endpoint: `${url}/storage/v1/s3` })
    await s3.send(new PutObjectCommand({ Bucket: 'things', Key: 'by-s3', Body: LARGE }))
    const got = await bytesOf(await s3.send(new GetObjectCommand({ Bucket: 'things', Key: 'by-s3' })))
    expect(got.equals(LARGE)).toBe(true)
  })

  test('renders its images', async () => {
    await put('photo.jpg', await aPhotograph(400, 300))
    const answer = await fetch(`${url}/storage/v1/render/image/public/things/photo.jpg?width=100&format=origin`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('sweeps bytes without a row, but neither objects nor pending parts', async () => {
    if (config.s3 === null) throw new Error('no store is configured')
    const blobs = openS3Backend(config.s3)
    const staging = await openStaging(folder)
    const log = pino({ level: 'silent' })
    const context = { blobs, staging, log, database: backend.database, config } as StorageContext
    await put('kept', 'kept')
    const s3 = s3Operator({ endpoint: `${url}/storage/v1/s3` })
    const place = { Bucket: 'things', Key: 'parts' }
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(place))
    await s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'a part' }))
    const before = await versionsIn(store())
    const [orphan, path] = [randomUUID(), join(folder, randomUUID())]
    await writeFile(path, 'nobody knows me')
    await blobs.put(orphan, path)

    expect(await sweepOrphans(context)).toEqual({ removed: 0 }) // an upload may still be in progress
    expect(await versionsIn(store())).toContain(orphan)
    expect(await sweepOrphans(context, LATER)).toEqual({ removed: 1 })
    expect((await versionsIn(store())).toSorted()).toEqual(before.toSorted())

    // Another database, another server: it must not sweep this store.
    const stranger = { admin: async (text: TemplateStringsArray) => (text.join('').includes('blob_stores') ? [] : []) }
    const strange = { ...context, database: stranger } as StorageContext
    expect(await sweepOrphans(strange, LATER)).toEqual({ removed: 0 })
    expect((await get('kept'))?.toString()).toBe('kept')

    // Uploads not completed within a day end.
    await endExpiredUploads(context, LATER)
    expect((await s3.send(new ListPartsCommand({ ...place, UploadId }))).Parts).toHaveLength(1)
    await backend.database.admin`update storage.s3_multipart_uploads set created_at = now() - interval '25 hours'`
    expect((await refusalOf(s3.send(new ListPartsCommand({ ...place, UploadId })))).code).toBe('NoSuchUpload')
    await endExpiredUploads(context, new Date())
    expect(await versionsIn(store())).toHaveLength(before.length - 1)
  })
})

/** A user with a session on the second server, and their S3 client. */
async function signedInUser() {
  const anna = createClient(url, backend.keyring.apiKeys.publishableKey, { auth: { persistSession: false } })
  const { data } = await anna.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'quiet-lantern-42' })
  const [id = '', sessionToken = ''] = [data.user?.id, data.session?.access_token]
  const credentials = { ...S3_KEY, secretAccessKey: backend.keyring.apiKeys.publishableKey, sessionToken }
  return { id, s3: s3Operator({ endpoint: `${url}/storage/v1/s3`, credentials }) }
}

test('policies see the headers of a request, but not its session token', { timeout: 120_000 }, async () => {
  const [anna, { admin }] = [await signedInUser(), backend.database]
  for (const [bucket, header] of [
    ['dates', 'x-amz-date'],
    ['tokens', 'x-amz-security-token'],
  ] as const) {
    await client.storage.createBucket(bucket)
    await client.storage.from(bucket).upload('a', 'a')
    await admin.unsafe(`create policy ${bucket} on storage.objects for select to authenticated
      using (bucket_id = '${bucket}' and current_setting('request.headers', true) like '%${header}%')`)
  }
  const read = (Bucket: string) => refusalOf(anna.s3.send(new GetObjectCommand({ Bucket, Key: 'a' })))
  expect((await read('dates')).code).toBe('none')
  expect((await read('tokens')).code).toBe('NoSuchKey')
})

test('quotas also apply to the S3 protocol', { timeout: 120_000 }, async () => {
  const { id, s3 } = await signedInUser()
  const { admin } = backend.database
  await admin`insert into storage.quotas (owner_id, max_bytes) values (${id}, 1000)`
  await client.storage.createBucket('people')
  const place = { Bucket: 'people', Key: `${id}/a` }
  const full = { code: 'QuotaExceeded', status: 413 }
  await s3.send(new PutObjectCommand({ ...place, Body: Buffer.alloc(900) }))
  expect(await refusalOf(s3.send(new PutObjectCommand({ ...place, Key: `${id}/b`, Body: Buffer.alloc(900) })))).toEqual(
    full,
  )
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(place))
  const part = (PartNumber: number, size: number) =>
    s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body: Buffer.alloc(size) }))
  await part(1, 600)
  await part(1, 700)
  expect(await refusalOf(part(2, 600))).toEqual(full)
})

describe('a store that is down', { timeout: 120_000 }, () => {
  const DOWN = { status: 503, statusCode: '503', code: 'ServiceUnavailable' }

  async function refusal(asked: PromiseLike<{ error: unknown }>): Promise<unknown> {
    return (await asked).error
  }

  test('is reported as such by both protocols, and nothing is half written', async () => {
    await put('there', 'as it was')
    const room = client.storage.from('things')
    wire.refuse()
    expect(await refusal(room.upload('new', 'x'))).toMatchObject(DOWN)
    expect(await refusal(room.update('there', 'changed'))).toMatchObject(DOWN)
    expect(await refusal(room.copy('there', 'copy'))).toMatchObject(DOWN)
    expect(await refusal(room.move('there', 'moved'))).toMatchObject(DOWN)
    const answer = await fetch(`${url}/storage/v1/object/authenticated/things/there`, {
      headers: { authorization: `Bearer ${backend.keyring.apiKeys.secretKey}` },
    })
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'ServiceUnavailable' })])
    const s3 = s3Operator({ endpoint: `${url}/storage/v1/s3` })
    expect(await refusalOf(s3.send(new PutObjectCommand({ Bucket: 'things', Key: 'new', Body: 'x' })))).toEqual({
      code: 'ServiceUnavailable',
      status: 503,
    })
    // Answers from the database alone still work.
    expect((await room.list('', { search: 'there' })).data?.map(({ name }) => name)).toEqual(['there'])
    expect((await room.info('new')).error).not.toBeNull()

    wire.pass()
    expect((await get('there'))?.toString()).toBe('as it was')
    expect([await get('new'), await get('copy'), await get('moved')]).toEqual([null, null, null])
    await put('new', 'now it works')
    expect((await get('new'))?.toString()).toBe('now it works')
    expect(await readdir(join(config.dataDir, 'storage/incoming'))).toEqual([])
  })

  test('in the middle of a download ends it as broken, never as complete', async () => {
    await put('film', LARGE)
    wire.breakAfter(3 * 1024 * 1024)
    const answer = await fetch(`${url}/storage/v1/object/public/things/film`)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect((await get('film'))?.equals(LARGE)).toBe(true)
  })

  test('in the middle of an upload leaves the old file, and the next attempt succeeds', async () => {
    await put('notes', 'as it was')
    // Idle connections are open, which a retry could use.
    await Promise.all(Array.from({ length: 8 }, () => get('notes')))
    wire.breakAfter(4 * 1024 * 1024, 'forever')
    const { error } = await client.storage.from('things').update('notes', LARGE)
    expect(error).toMatchObject(DOWN)
    wire.pass()
    expect((await get('notes'))?.toString()).toBe('as it was')
    await put('notes', LARGE)
    expect((await get('notes'))?.equals(LARGE)).toBe(true)
  })
})

test('a server killed between the bytes and the row serves the old file, and leaves bytes to sweep', async () => {
  const bucket = await aStore()
  const server = await startServerProcess(storeAt(wire.port, bucket))
  try {
    const person = createClient(server.url, server.secretKey)
    await person.storage.createBucket('things')
    await person.storage.from('things').upload('a', 'as it was')
    const [before] = await versionsIn(bucket)
    const database = await server.connectDatabase()
    // From now on writing a row takes longer than any timeout.
    await database.query(`
      create function public.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(300); return new; end';
      create trigger dawdle before update on storage.objects
        for each row when (new.version <> '1') execute function public.dawdle()`)
    const update = person.storage.from('things').update('a', 'changed')
    await expect.poll(() => versionsIn(bucket), { timeout: 120_000 }).toHaveLength(2)
    await server.kill()
    expect((await update).error).not.toBeNull()
    await database.end().catch(() => undefined)

    await server.start()
    const { data } = await person.storage.from('things').download('a')
    expect(await data?.text()).toBe('as it was')
    const again = await server.connectDatabase()
    const { rows } = await again.query('select version from storage.objects')
    await again.end()
    expect(rows).toEqual([{ version: before }])
    expect(await versionsIn(bucket)).toHaveLength(2)
  } finally {
    await server.remove()
  }
}, 400_000)
