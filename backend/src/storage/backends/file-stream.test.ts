import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileStream } from './file-stream.ts'

const FILES = Array.from({ length: 6 }, () => randomBytes(1024 * 1024 + 17))

let folder: string
let server: Server
let url: string
/** File handles the server has opened. */
let opened: FileHandle[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-file-stream-'))
  for (const [index, content] of FILES.entries()) await writeFile(join(folder, String(index)), content)
  opened = []
  server = createServer(async (request, response) => {
    const [, name = '', start, end] = (request.url ?? '').split('/')
    const file = await open(join(folder, name))
    opened.push(file)
    const range = start === undefined ? undefined : { start: Number(start), end: Number(end) }
    const stream = new FileStream(file, range)
    response.on('close', () => stream.destroy())
    stream.on('error', () => response.destroy())
    stream.pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

const areClosed = () => expect.poll(() => opened.every(({ fd }) => fd === -1), { timeout: 30_000 }).toBe(true)

test('under concurrency every reader gets the bytes of its file', async () => {
  const asked = Array.from({ length: 18 }, (_, index) => index % FILES.length)
  const answers = await Promise.all(asked.map(async (name) => (await fetch(`${url}/${name}`)).bytes()))
  expect(answers.every((bytes, index) => FILES[asked[index] ?? 0]?.equals(bytes))).toBe(true)
  await areClosed()
})

test.each([
  [0, 0],
  [5, 262_149],
  [900_000, 1_048_592],
])('reads the part from %i to %i', async (start, end) => {
  const bytes = await (await fetch(`${url}/0/${start}/${end}`)).bytes()
  expect(FILES[0]?.subarray(start, end + 1).equals(bytes)).toBe(true)
})

test('fast readers do not change what a slow reader has buffered, and a reader that disconnects leaves no file open', async () => {
  const slow = await new Promise<AsyncIterable<Buffer>>((resolve) => get(`${url}/0`, resolve))
  for (const name of [1, 2, 3, 4, 5]) await (await fetch(`${url}/${name}`)).bytes()
  const leaving = new AbortController()
  await fetch(`${url}/1`, { signal: leaving.signal })
  leaving.abort()
  const chunks: Buffer[] = []
  for await (const chunk of slow) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(FILES[0] ?? Buffer.alloc(0))).toBe(true)
  await areClosed()
})

test('a consumer that collects the chunks finds them unchanged', async () => {
  const stream = async () => new FileStream(await open(join(folder, '0')))
  const through = new PassThrough({ highWaterMark: 2 ** 30 })
  await pipeline(await stream(), through)
  expect((await buffer(through)).equals(FILES[0] ?? Buffer.alloc(0))).toBe(true)
  expect((await buffer(await stream())).equals(FILES[0] ?? Buffer.alloc(0))).toBe(true)
})
