import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import pino from 'pino'
import { startEmbeddedPostgres } from 'souk-backend/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { noisePhoto } from './noise-photo.ts'
import { postmasterPid, privateFolder, publishableKeyOf, type SoukProcess, startSouk } from './souk-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const NO_DEMO = { DEMO: '0' }
const ANNA = { email: 'anna@example.com', password: 'quiet-lantern-42' }

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess | null = null

beforeAll(async () => {
  folder = await privateFolder('migrations')
})
afterEach(async () => {
  await souk?.end()
  souk = null
})
afterAll(() => folder.remove())

/** Every attempt starts with new data. */
async function emptyFolders(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true })
}

const backupFolder = () => join(folder.path, '../backup')

/** Runs `npm run backup` or `npm run restore` without npm. @returns its output and exit code */
async function run(
  script: 'backup' | 'restore',
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: folder.path, ...environment }
  const done = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: ROOT, env })
  return done.then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr.trim() }),
  )
}

async function signedInClient(url: string): Promise<SupabaseClient> {
  return createClient(url, await publishableKeyOf(url), { auth: { persistSession: false, autoRefreshToken: false } })
}

async function addAd(client: SupabaseClient, title: string): Promise<void> {
  const { error } = await client.from('listings').insert({ title, type: 'sell', category: 'furniture' })
  if (error) throw error
}

async function updateDescription(client: SupabaseClient, description: string): Promise<void> {
  const { error } = await client.from('listings').update({ description }).eq('title', 'Meanwhile')
  if (error) throw error
}

async function readTitles(client: SupabaseClient): Promise<string[]> {
  const { data, error } = await client.from('listings').select('title')
  if (error) throw error
  return data.map(({ title }) => String(title))
}

async function hashPhoto(client: SupabaseClient, path: string): Promise<string> {
  const { data, error } = await client.storage.from('listing-photos').download(path)
  if (error) throw error
  return createHash('sha256')
    .update(await data.bytes())
    .digest('hex')
}

const chairTitles = (count: number) => Array.from({ length: count }, (_, at) => `Chair ${at}`)

test('a restored backup of a busy server has all acknowledged ads, photos byte for byte, accounts and keys', async () => {
  await emptyFolders(backupFolder())
  souk = await startSouk(folder.path, NO_DEMO)
  const anna = await signedInClient(souk.url)
  const { data, error } = await anna.auth.signUp(ANNA)
  expect(error).toBeNull()
  const path = `${data.user?.id}/chair.jpg`
  await anna.storage
    .from('listing-photos')
    .upload(path, await noisePhoto({ r: 230, g: 20, b: 20 }), { contentType: 'image/jpeg' })
  const photo = await hashPhoto(anna, path)
  for (const title of chairTitles(3)) await addAd(anna, title)

  let isBusy = true
  const writes = (async () => {
    await addAd(anna, 'Meanwhile')
    for (let at = 0; isBusy; at++) await updateDescription(anna, `Change ${at}`)
  })()
  const backup = await run('backup', ['--to', backupFolder()])
  isBusy = false
  await writes
  expect(backup.said).toContain('Backed up into')
  await addAd(anna, 'Too late')
  process.kill(postmasterPid(folder.path), 'SIGKILL')
  await souk.end('SIGKILL')
  await rm(folder.path, { recursive: true })

  const restored = await run('restore', ['--from', backupFolder()])
  expect(restored.said).toMatch(/^Restored the backup of .+ migrations\.\nStart the server: npm start$/)
  souk = await startSouk(folder.path, NO_DEMO)
  const again = await signedInClient(souk.url)
  const signedIn = await again.auth.signInWithPassword(ANNA)
  expect(signedIn.data.user?.id).toBe(data.user?.id)
  expect(await readTitles(again)).toEqual(expect.arrayContaining(chairTitles(3)))
  expect(await readTitles(again)).not.toContain('Too late')
  expect(await hashPhoto(again, path)).toEqual(photo)
  // The keys are unchanged, so a session from before the backup is still valid.
  const before = await signedInClient(souk.url)
  expect((await before.auth.getUser(data.session?.access_token)).data.user?.email).toBe(ANNA.email)
  await addAd(again, 'Life goes on')
})

test('a backup can be made of a stopped server', async () => {
  const still = join(folder.path, '../still')
  await emptyFolders(still)
  expect(await run('backup', ['--to', still])).toMatchObject({ code: 0 })
  expect(await run('restore', ['--from', still, '--check'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^The backup of .+ is whole: \d+ files\.$/),
  })
})

test('restore refuses a folder that is not empty and a damaged backup', async () => {
  const before = await readdir(folder.path)
  expect(await run('restore', ['--from', backupFolder()])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^The data folder .+ is not empty; .+\.$/),
  })
  expect(await run('backup', ['--to', backupFolder()])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not empty; a backup needs an empty folder\.$/),
  })
  expect(await readdir(folder.path)).toEqual(before)

  await appendFile(join(backupFolder(), 'database.tar.gz'), 'one bit too many')
  await rm(join(backupFolder(), 'files/secrets/postgres.json'), { force: true })
  expect(await run('restore', ['--from', backupFolder()])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/damaged: 2 of its \d+ files.+files\/secrets\/postgres\.json/),
  })

  const unfinished = join(folder.path, '../unfinished')
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'database.tar.gz'), '')
  expect(await run('restore', ['--from', unfinished])).toMatchObject({
    code: 1,
    said: expect.stringContaining('holds no finished backup'),
  })
})

test('an external database is backed up without superuser rights, and an outdated pg_dump is reported', async () => {
  const elsewhere = join(folder.path, '../elsewhere')
  const own = join(folder.path, '../own')
  await emptyFolders(elsewhere, own)
  // Like a managed database, whose superuser we don't have.
  const server = await startEmbeddedPostgres(elsewhere, pino({ level: 'silent' }))
  try {
    const superuser = new Client({ ...server.connection })
    await superuser.connect()
    await superuser.query("create role souk login createrole replication bypassrls password 'quiet'")
    await superuser.query('create database souk owner souk')
    await superuser.end()
    const { host, port } = server.connection
    const url = `postgres://souk:quiet@localhost:${port}/souk?host=${encodeURIComponent(host)}`
    souk = await startSouk(own, { ...NO_DEMO, DATABASE_URL: url })
    expect((await fetch(`${souk.url}/readyz`)).status).toBe(200)

    const tooOld = { DATA_DIR: own, DATABASE_URL: url, PG_BIN: elsewhere }
    expect(await run('backup', ['--to', join(folder.path, '../dump')], tooOld)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^pg_dump of PostgreSQL \d+ or later is needed .+ there is none; install it/),
    })
    await souk.end()
  } finally {
    await server.stop()
  }
})
