import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { adoptSpare, makeSpare, type SpareStore } from './spare.ts'
import { type RunningDatabase, startDatabase } from './start-database.ts'

const silent = pino({ level: 'silent' })
let folder: string
let store: SpareStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-spare-'))
  await mkdir(join(folder, 'migrations'))
  await writeFile(join(folder, 'migrations/1_notes.sql'), 'create table public.notes (id int)')
  store = {
    cacheDir: join(folder, 'cache'),
    migrations: [
      { owner: 'backend', directory: join(import.meta.dirname, '../../migrations') },
      { owner: 'app', directory: join(folder, 'migrations') },
    ],
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the first new data folder gets the spare; the next one has its own database, password and identity', async () => {
  let spare = { system: '' }
  await makeSpare(store, async (dataDir) => {
    spare = await identityOf(dataDir)
  })
  const first = await identityOf(join(folder, 'first'))
  const second = await identityOf(join(folder, 'second'))
  expect(first.system).toBe(spare.system)
  expect(first.hasNotes).toBe(true)
  expect(second.hasNotes).toBe(true)
  expect(second.system).not.toBe(first.system)
  expect(second.passwords.filter((password) => first.passwords.includes(password))).toEqual([])
})

test('a spare of other migrations is not used, and the next one replaces it', async () => {
  await makeSpare(store, fill)
  await writeFile(join(folder, 'migrations/2_more.sql'), 'create table public.more (id int)')
  await mkdir(join(folder, 'third'))
  await adoptSpare(store, join(folder, 'third'))
  await expect(stat(join(folder, 'third/postgres'))).rejects.toThrow('ENOENT')

  await makeSpare(store, fill)
  await adoptSpare(store, join(folder, 'third'))
  expect((await stat(join(folder, 'third/postgres/PG_VERSION'))).isFile()).toBe(true)
})

test('a data folder that has a database, or its password, keeps it', async () => {
  await makeSpare(store, fill)
  for (const name of ['postgres/PG_VERSION', 'secrets/postgres.json']) {
    const used = await mkdtemp(join(folder, 'used-'))
    await mkdir(join(used, name, '..'), { recursive: true })
    await writeFile(join(used, name), 'mine')
    await adoptSpare(store, used)
    expect(await readFile(join(used, name), 'utf8')).toBe('mine')
    expect(await stat(join(store.cacheDir, 'spare-database/made-from'))).toBeTruthy()
  }
})

/** Enough of a database to be moved. */
async function fill(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18')
}

/** Of a server started on the folder, which may adopt the spare. */
async function identityOf(dataDir: string): Promise<{ system: string; passwords: string[]; hasNotes: boolean }> {
  const { database, stop } = await start(dataDir)
  const [row] = await database.admin<{ system: string; has_notes: boolean }[]>`
    select system_identifier::text as system, to_regclass('public.notes') is not null as has_notes from pg_control_system()`
  await stop()
  const { replication, authenticator } = database
  return {
    system: row?.system ?? '',
    passwords: [replication.password, authenticator.password],
    hasNotes: row?.has_notes ?? false,
  }
}

function start(dataDir: string): Promise<RunningDatabase> {
  return startDatabase(loadConfig({ DATA_DIR: dataDir }), silent, store.migrations, { cacheDir: store.cacheDir })
}
