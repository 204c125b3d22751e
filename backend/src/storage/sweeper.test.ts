import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openFileBackend } from './backends/files.ts'
import type { StorageContext } from './context.ts'
import { openStaging } from './staging.ts'
import { sweepOrphans } from './sweeper.ts'

const LATER = new Date(Date.now() + 2 * 60 * 60 * 1000)
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'souk-sweeper-'))
})
afterEach(() => rm(root, { recursive: true }))

/** A fake database with these versions and stores, as far as the sweeper queries it. */
function aDatabase(versions: string[], stores: string[]): Database {
  const admin = async (strings: TemplateStringsArray, value: string | string[]) => {
    const query = strings.join('?')
    if (query.includes('insert into storage.blob_stores')) return stores.push(String(value))
    if (query.includes('from storage.blob_stores')) return stores.filter((store) => store === value).map(() => ({}))
    return versions.filter((version) => value.includes(version)).map((version) => ({ version }))
  }
  return { admin } as Database
}

async function aContext(database: Pick<Database, 'admin'>) {
  const [blobs, staging] = [await openFileBackend(root), await openStaging(root)]
  return { blobs, staging, database, log: pino({ level: 'silent' }) }
}

async function aBlob({ blobs }: Pick<StorageContext, 'blobs'>): Promise<string> {
  const [version, path] = [randomUUID(), join(root, randomUUID())]
  await writeFile(path, 'x')
  await blobs.put(version, path)
  return version
}

test('removes bytes without a row after the grace period, and keeps bytes with one', async () => {
  const versions: string[] = []
  const context = await aContext(aDatabase(versions, []))
  const [kept, orphan] = [await aBlob(context), await aBlob(context)]
  versions.push(kept)

  expect(await sweepOrphans(context)).toEqual({ removed: 0 }) // an upload may still be in progress
  expect(await sweepOrphans(context, LATER)).toEqual({ removed: 1 })
  expect(await context.blobs.open(orphan)).toBeNull()
  const content = await context.blobs.open(kept)
  content?.destroy()
  expect(content).not.toBeNull()
})

test('deletes nothing for a database that does not know the store', async () => {
  await sweepOrphans(await aContext(aDatabase([], [])))
  const context = await aContext(aDatabase([], []))
  const version = await aBlob(context)
  expect(await sweepOrphans(context, LATER)).toEqual({ removed: 0 })
  const content = await context.blobs.open(version)
  content?.destroy()
  expect(content).not.toBeNull()
})

test('removes interrupted uploads', async () => {
  const context = await aContext(aDatabase([], []))
  await context.staging.receive(Readable.from([Buffer.from('half')]), 100)
  await sweepOrphans(context)
  expect(await readdir(join(root, 'incoming'))).toHaveLength(1)
  await sweepOrphans(context, LATER)
  expect(await readdir(join(root, 'incoming'))).toHaveLength(0)
})
