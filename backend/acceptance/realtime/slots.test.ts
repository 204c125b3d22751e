import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PgoutputPlugin } from 'pg-logical-replication'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLogicalStream } from '../../src/database/replication/logical-stream.ts'
import { watching } from './changes.ts'
import { aTopic } from './channels.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

const PATIENCE = { timeout: 40_000, interval: 50 }
const MEBIBYTE = 1024 * 1024

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer({})
  const { admin } = server.database
  // Calls of functions are counted; a reader that stands still is given up soon, for the connections from here on.
  await admin`alter system set track_functions = 'all'`
  await admin`select pg_reload_conf()`
  await admin`alter role postgres set wal_sender_timeout = '2s'`
})
afterAll(() => server?.close())

/** Changes rows of a published table until at least so much log was written. */
async function writeLog(bytes: number): Promise<void> {
  const { admin } = server.database
  for (let written = 0; written < bytes; written += MEBIBYTE) {
    await admin`
      insert into public.realtime_rows (id, room, note) values (1, 'log', repeat('x', ${MEBIBYTE}))
      on conflict (id) do update set note = excluded.note`
  }
}

async function heldBy(slot: string): Promise<number | null> {
  const [row] = await server.database.admin<{ held: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as held
    from pg_replication_slots where slot_name = ${slot}`
  return row?.held ?? null
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data')
  return String(chunk).trim()
}

test('a process that stands still loses its slot, and the log that the slot kept', async () => {
  const program = join(import.meta.dirname, '../fixtures/follow-log.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(server.database.replication)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const slot = await firstLine(child)
  expect(await heldBy(slot)).not.toBeNull()
  child.kill('SIGSTOP')
  await writeLog(4 * MEBIBYTE)
  expect((await heldBy(slot)) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(4 * MEBIBYTE)

  await expect.poll(() => heldBy(slot), PATIENCE).toBeNull()
  // Awake again, it finds out: a stream that only ends is opened anew.
  const ended = firstLine(child)
  child.kill('SIGCONT')
  expect(await ended).not.toBe('')
}, 90_000)

test('a reader for which too much of the log is kept gives its slot up and says so', async () => {
  const { admin, replication } = server.database
  const warnings: object[] = []
  const stream = await openLogicalStream({
    connection: replication,
    admin,
    log: { warn: (details) => warnings.push(details) },
    slotLimits: { everyMs: 20, warnBytes: MEBIBYTE, mostBytes: 4 * MEBIBYTE },
    name: 'guarded',
    plugin: new PgoutputPlugin({ protoVersion: 1, publicationNames: ['supabase_realtime'] }),
    onMessage: () => undefined,
    onPosition: () => undefined,
  })
  const ended = stream.ended.catch((error: Error) => error.message)
  // A transaction that is not over needs the log since its beginning, whatever the reader has read.
  await admin.begin(async (sql) => {
    await sql`insert into public.realtime_rows (id, room) values (2, 'open')`
    await writeLog(2 * MEBIBYTE)
    await expect.poll(() => warnings, PATIENCE).toMatchObject([{ slot: stream.slot }])
    await writeLog(4 * MEBIBYTE)
    expect(await ended).toMatch(/^The slot guarded_\w+ held back \d+ bytes of the log and was given up$/)
  })
  await stream.stop()
  await expect.poll(() => heldBy(stream.slot), PATIENCE).toBeNull()
  expect(warnings).toHaveLength(1)
}, 90_000)

test('policies are asked once per person, however many sockets they have', async () => {
  const { admin } = server.database
  const calls = async () => {
    const [row] = await admin<{ calls: number }[]>`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_user_functions where funcname = 'realtime_is_member'`
    return row?.calls ?? 0
  }
  const tokens = await Promise.all([server.token(), server.token(), server.token()])
  const listeners = []
  for (const token of tokens) {
    for (let socket = 0; socket < 4; socket++) {
      const client = await server.person({ token })
      onTestFinished(() => {
        client.realtime.disconnect()
      })
      await client.from('realtime_tenant_members').upsert({ tenant: 1 }, { ignoreDuplicates: true })
      for (let channel = 0; channel < 2; channel++) {
        listeners.push(await watching(client, aTopic(), [{ event: 'INSERT', table: 'realtime_by_owner' }]))
      }
    }
  }
  const before = await calls()
  await admin`insert into public.realtime_by_owner values (1, 1, 1, 'one for all')`
  for (const { heard } of listeners) await expect.poll(() => heard[0]?.length, PATIENCE).toBe(1)

  // A connection reports its counts at most once a second.
  await expect.poll(calls, PATIENCE).toBe(before + tokens.length)
}, 90_000)
