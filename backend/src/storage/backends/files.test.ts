import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlobBackend } from './backend.ts'
import { openFileBackend } from './files.ts'

let root: string
let blobs: BlobBackend

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'souk-blobs-'))
  blobs = await openFileBackend(root)
})
afterAll(() => rm(root, { recursive: true }))

async function aBlob(text: string): Promise<string> {
  const [version, path] = [randomUUID(), join(root, randomUUID())]
  await writeFile(path, text)
  await blobs.put(version, path)
  return version
}

async function read(version: string, range?: { start: number; end: number }): Promise<string | null> {
  const content = await blobs.open(version, range)
  return content && Buffer.concat(await content.toArray()).toString()
}

test('a stored blob can be read in whole and in part until it is removed', async () => {
  const version = await aBlob('0123456789')
  expect(await read(version)).toBe('0123456789')
  expect(await read(version, { start: 2, end: 4 })).toBe('234')
  await blobs.remove(version)
  expect(await read(version)).toBeNull()
  await blobs.remove(version)
})

test('a copy outlives its original', async () => {
  const [from, to] = [await aBlob('plums'), randomUUID()]
  await blobs.copy(from, to)
  await blobs.remove(from)
  expect(await read(to)).toBe('plums')
})

test.each(['../../etc/passwd', 'a/b', '', 'not-a-uuid'])('%j never becomes a path', async (version) => {
  await expect(async () => blobs.open(version)).rejects.toThrow('must be a uuid')
})

test('lists only blobs older than the given time', async () => {
  const version = await aBlob('old')
  const found = async (before: Date) => {
    const versions: string[] = []
    for await (const group of blobs.listOlderThan(before)) versions.push(...group)
    return versions
  }
  expect(await found(new Date(Date.now() + 60_000))).toContain(version)
  expect(await found(new Date(Date.now() - 60_000))).not.toContain(version)
})

test('a store keeps its identity', async () => {
  const first = await blobs.identity()
  expect(first.isNew).toBe(true)
  expect(await (await openFileBackend(root)).identity()).toEqual({ id: first.id, isNew: false })
})
