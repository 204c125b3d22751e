import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StorageError } from '../errors.ts'
import { openS3Backend } from './s3.ts'

// The acceptance tests cover a working store, with a second server as the store. These tests cover failing stores.
const PATIENT = { connectMs: 10_000, answerMs: 10_000, uploadMs: 10_000, silenceMs: 10_000 }
const IMPATIENT = { ...PATIENT, answerMs: 100, uploadMs: 100, silenceMs: 200 }

let folder = ''
let server: Server | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-s3-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = null
  await rm(folder, { recursive: true })
})

/** Opens the backend on a store with the given behaviour; with null, on a port without a listener. */
async function aBackend(behave: RequestListener | null, patience = PATIENT) {
  const listening = createServer(behave ?? undefined)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo // listens on TCP
  if (behave) server = listening
  else await new Promise((resolve) => listening.close(resolve))
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
  const endpoint = `http://127.0.0.1:${port}`
  return openS3Backend({ endpoint, region: 'us-east-1', bucket: 'c', forcePathStyle: true, ...keys }, patience)
}

async function aFile(): Promise<string> {
  const path = join(folder, randomUUID())
  await writeFile(path, 'plums')
  return path
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: StorageError) => error.kind,
  )

const answers =
  (status: number, code: string): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`))
  }

test.each<[string, RequestListener | null, patience?: typeof PATIENT]>([
  ['nobody listens', null],
  ['it never answers', (request) => void request.resume(), IMPATIENT],
  ['it hangs up', (request) => request.socket.destroy()],
  ['it is in trouble', answers(503, 'ServiceUnavailable')],
  ['it does not know our key', answers(403, 'InvalidAccessKeyId')],
  ['it has no such bucket', answers(404, 'NoSuchBucket')],
])('when %s, the store is unavailable for every call', async (_what, behave, patience) => {
  const blobs = await aBackend(behave, patience)
  const [version, path] = [randomUUID(), await aFile()]
  expect(await refusal(blobs.put(version, path))).toBe('store_unavailable')
  expect(await readFile(path, 'utf8')).toBe('plums') // kept for another attempt
  expect(await refusal(blobs.open(version))).toBe('store_unavailable')
  expect(await refusal(blobs.read(version))).toBe('store_unavailable')
  expect(await refusal(blobs.copy(version, randomUUID()))).toBe('store_unavailable')
  expect(await refusal(blobs.remove(version))).toBe('store_unavailable')
  expect(await refusal(blobs.identity())).toBe('store_unavailable')
})

test('an answer that stalls is an error', async () => {
  const inSilence: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('01234')
  }
  const blobs = await aBackend(inSilence, { ...PATIENT, silenceMs: 200 })
  expect(await refusal(blobs.read(randomUUID()))).toBe('store_unavailable')
  const opened = async () => (await blobs.open(randomUUID()))?.toArray()
  await expect(opened()).rejects.toThrow()
})

test('a missing blob is an answer, not a failure', async () => {
  const blobs = await aBackend(answers(404, 'NoSuchKey'))
  expect(await blobs.open(randomUUID())).toBeNull()
  expect(await blobs.read(randomUUID())).toBeNull()
  expect(await refusal(blobs.copy(randomUUID(), randomUUID()))).toBe('blob_not_found')
})

test('a single failure is retried', async () => {
  let count = 0
  const blobs = await aBackend((request, response) => {
    count += 1
    if (count === 1) return request.socket.destroy()
    request.resume().on('end', () => response.writeHead(200, { etag: '"x"' }).end())
  })
  await blobs.put(randomUUID(), await aFile())
  expect(count).toBe(2)
})

test.each(['../../etc/passwd', 'a/b', '', 'not-a-uuid'])('%j never becomes a key', async (version) => {
  const blobs = await aBackend(null)
  await expect(blobs.open(version)).rejects.toThrow('must be a uuid')
})
