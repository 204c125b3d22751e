import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openVariantCache } from './variant-cache.ts'

let root: string
let picture: Buffer
const log = pino({ level: 'silent' })
const keyOf = (digit: string) => digit.repeat(64)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'souk-variants-'))
  picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
})
afterAll(() => rm(root, { recursive: true }))

test('concurrent requests cause one rendering, and later ones none', async () => {
  const cache = await openVariantCache(join(root, 'single'), log)
  const render = vi.fn(async () => picture)
  const images = await Promise.all(Array.from({ length: 20 }, () => cache.get(keyOf('a'), render)))
  images.push(await cache.get(keyOf('a'), render))
  expect(render).toHaveBeenCalledTimes(1)
  for (const image of images) expect(image).toEqual({ bytes: picture, mimeType: 'image/png' })
})

test('a variant survives a restart', async () => {
  const first = await openVariantCache(join(root, 'restart'), log)
  await first.get(keyOf('b'), async () => picture)
  await expect.poll(() => readdir(join(root, 'restart', 'bb'))).toEqual([keyOf('b')])
  const second = await openVariantCache(join(root, 'restart'), log)
  const render = vi.fn(async () => picture)
  expect((await second.get(keyOf('b'), render)).bytes).toEqual(picture)
  expect(render).not.toHaveBeenCalled()
})

test('the folder stays within its limit and evicts the least recently used files', async () => {
  const folder = join(root, 'bound')
  const limits = { diskBytes: picture.length * 3, memoryBytes: 0 }
  const cache = await openVariantCache(folder, log, limits)
  const onDisk = async () =>
    (await readdir(folder, { recursive: true }))
      .filter((name) => /(\d)\1{63}$/.test(name))
      .map((name) => name.at(-1))
      .toSorted()
  for (const digit of ['1', '2', '3']) {
    await cache.get(keyOf(digit), async () => picture)
    await expect.poll(onDisk).toContain(digit)
  }
  await cache.get(keyOf('1'), async () => Promise.reject(new Error('must not be rendered again')))
  await cache.get(keyOf('4'), async () => picture)
  await expect.poll(onDisk).toEqual(['1', '3', '4'])
})

test('a failed rendering is not cached', async () => {
  const cache = await openVariantCache(join(root, 'failure'), log)
  await expect(cache.get(keyOf('c'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect((await cache.get(keyOf('c'), async () => picture)).bytes).toEqual(picture)
})
