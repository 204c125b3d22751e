import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { Client } from 'pg'
import { BACKUP_PROGRAMS, type Backups, openBackups } from './backup.ts'
import { removeFolder, startCluster } from './cluster.ts'
import { hashOf } from './load.ts'
import { openMarket, picture } from './market.ts'
import { BUCKET, openStore, startObjects } from './objects.ts'
import { ensureParts, postgresFolder } from './parts.ts'
import { freePorts, openPlace } from './places.ts'
import { Program, until } from './process.ts'
import { buildWeb } from './web.ts'

/**
 * Restores a cluster to a point in time, into an empty folder: `npm run test:restore`. Earlier writes and their files are there, later writes
 * are not, and later deletions are undone.
 */
const missing = [...ensureParts(), ...BACKUP_PROGRAMS.filter((name) => !isInstalled(name))]
if (missing.length > 0) {
  console.log(`Skipped: this needs ${missing.join(', ')}. 0 passed, 0 failed, 1 skipped`)
  process.exit(0)
}
buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'souk-cluster-'))
await chmod(folder, 0o755)
const home = await openPlace(folder)
const backups: Backups = await openBackups(home)
const stops: (() => Promise<unknown>)[] = [() => backups.store.stop()]
try {
  const cluster = await startCluster({
    folder: join(folder, 'lost'),
    servers: 1,
    withSearch: false,
    environment: { NODE_ENV: '', LOG_LEVEL: 'warn', AUTH_RATE_LIMITS: '0' },
    patroni: async () => ({ parameters: backups.parameters }),
    say: (line) => console.log(`Starting ${line} ...`),
  })
  stops.unshift(() => cluster.stop())
  const market = await openMarket(cluster, 'http://127.0.0.1:9/')
  const { client, id: seller } = market.seller
  const primary = await cluster.postgres.primary()
  await backups.begin(primary.folder, primary.port, join(primary.folder, '..'))
  const took = new Map<string, number>()
  await timed(took, 'full backup', () => backups.backUpDatabase())

  const before = `Before ${randomUUID()}`
  const path = `${seller}/${randomUUID()}.jpg`
  await must(client.from('listings').insert({ title: before.slice(0, 60), type: 'sell' }))
  await must(client.storage.from('listing-photos').upload(path, await picture(), { contentType: 'image/jpeg' }))
  const hash = await hashOf(client, path)
  // Only a copy that began after a file was stored is sure to contain it.
  await wait(1500)
  const moment = new Date()
  await timed(took, 'copy of files', () => backups.copyFiles(cluster.objects))
  await wait(1500)
  const after = `After ${randomUUID()}`
  await must(client.from('listings').insert({ title: after.slice(0, 60), type: 'sell' }))
  await must(client.storage.from('listing-photos').remove([path]))
  // Waits until the archive has the log of the last writes, before the machine is lost.
  const superuser = await cluster.postgres.connect()
  await superuser.query('select pg_switch_wal()')
  const archived = () =>
    superuser
      .query('select last_archived_time > $1 as done from pg_stat_archiver', [moment])
      .then(({ rows }) => rows[0]?.done === true)
  await until('the log is archived', archived)
  await superuser.end()
  await Promise.all(cluster.postgres.nodes.map((node) => node.killMachine()))
  await cluster.stop()
  await removeFolder(join(folder, 'lost'))

  const place = await openPlace(join(folder, 'empty'))
  const data = await place.make('postgres', true)
  await timed(took, 'restore of the database', () => backups.restoreDatabase(data, moment))
  const objects = await startObjects(place)
  stops.unshift(() => objects.program.stop())
  await timed(took, 'restore of files', () => backups.restoreFiles(objects))
  const [port = 0] = await freePorts(1)
  const server = new Program({
    name: 'restored',
    command: join(postgresFolder(), 'postgres'),
    args: [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      data,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'archive_mode=off',
      '-c',
      // Patroni's limits are not in the backup; with lower ones a hot standby would pause recovery.
      'hot_standby=off',
      '-c',
      'synchronous_standby_names=',
      // Patroni's configuration contains absolute paths.
      ...['-c', `hba_file=${data}/pg_hba.conf`, '-c', `ident_file=${data}/pg_ident.conf`],
    ],
    logFile: place.logFile('postgres'),
    asPostgres: true,
  }).start()
  stops.unshift(() => server.stop('SIGINT'))
  const restored = () => new Client({ host: data, port, user: 'postgres', database: 'souk' })
  await timed(took, 'recovery', () => until('the database is open', () => isOpen(restored()), 120_000)).catch(
    (error) => {
      throw new Error(server.log(), { cause: error })
    },
  )
  const sql = restored()
  await sql.connect()
  const count = async (text: string, values: unknown[]) => Number((await sql.query(text, values)).rows[0]?.count)
  const files = await compareFiles(sql, objects.port, path)
  const results = {
    'what was written before the moment is there':
      (await count('select count(*) from public.listings where title = $1', [before.slice(0, 60)])) === 1,
    'what was written later is not':
      (await count('select count(*) from public.listings where title = $1', [after.slice(0, 60)])) === 0,
    'a file that was deleted later is there again, byte for byte': files.hash === hash,
    'every file that the database knows is in the store': files.lacking.length === 0,
  }
  await sql.end()
  for (const [what, isTrue] of Object.entries(results)) console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`)
  for (const [what, seconds] of took) console.log(`${what}: ${seconds.toFixed(1)} s`)
  console.log(`The backups take ${(backups.size() / 1024 / 1024).toFixed(0)} MB, encrypted.`)
  const failed = Object.values(results).filter((isTrue) => !isTrue).length
  console.log(`${Object.keys(results).length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  for (const stop of stops) await stop()
  await removeFolder(folder)
}

async function timed(took: Map<string, number>, what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  took.set(what, (performance.now() - startedAt) / 1000)
}

async function must(asked: PromiseLike<{ readonly error: unknown }>): Promise<void> {
  const { error } = await asked
  if (error) throw error
}

async function isOpen(client: Client): Promise<boolean> {
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_is_in_recovery() as recovering')
  await client.end()
  return rows[0]?.recovering === false
}

/** Keys in the store by object version. */
async function versionsIn(store: S3Client): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: store },
    { Bucket: BUCKET, Prefix: 'objects/' },
  ))
    for (const { Key = '' } of Contents) keys.set(Key.split('/').at(-1) ?? '', Key)
  return keys
}

/** Versions in storage.objects that are missing from the store, and the SHA-256 of one file. */
async function compareFiles(sql: Client, storePort: number, path: string) {
  const { rows } = await sql.query<{ name: string; version: string }>(
    'select name, version from storage.objects where version is not null',
  )
  const store = openStore(storePort)
  const present = await versionsIn(store)
  const key = present.get(rows.find(({ name }) => name === path)?.version ?? '')
  const { Body } = key ? await store.send(new GetObjectCommand({ Bucket: BUCKET, Key: key })) : {}
  const hash = createHash('sha256')
    .update((await Body?.transformToByteArray()) ?? '')
    .digest('hex')
  store.destroy()
  return { lacking: rows.filter(({ version }) => !present.has(version)), hash }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
