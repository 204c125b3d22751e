import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTextReader } from './text-reader.ts'

const log = pino({ level: 'silent' })
let folder: string
let wall: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-text-'))
  wall = join(folder, 'wall.png')
  await sharp({ create: { width: 600, height: 500, channels: 3, background: '#806040' } }).toFile(wall)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('a file that is no picture is not read, and the next picture is', { timeout: 90_000 }, async () => {
  const reader = createTextReader(log)
  const broken = join(folder, 'broken.png')
  await writeFile(broken, 'no picture at all')
  expect(await Promise.all([reader.read(broken), reader.read(wall)])).toEqual([null, []])
  reader.close()
})

test('a picture that takes too long is not waited for', async () => {
  const reader = createTextReader(log, { longestMs: 1, idleMs: 1000 })
  expect(await reader.read(wall)).toBeNull()
  reader.close()
})

test('of very many at once the last are not read', { timeout: 90_000 }, async () => {
  const reader = createTextReader(log)
  const all = Promise.all(Array.from({ length: 52 }, () => reader.read(wall)))
  const read = (await all).map((lines) => lines !== null)
  expect(read.filter(Boolean)).toHaveLength(50)
  expect(read.slice(-2)).toEqual([false, false])
  reader.close()
})
