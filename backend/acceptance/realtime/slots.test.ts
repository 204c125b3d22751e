import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PgoutputPlugin } from 'pg-logical-replication'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLogicalStream } from '../../src/database/replication/logical-stream.ts'
import { uniqueNumber, watchChanges } from './changes.ts'
import { briefPause, collectBroadcasts, subscribed, uniqueTopic } from './channels.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

const TIMEOUT = { timeout: 40_000, interval: 50 }
const MEBIBYTE = 1024 * 1024

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer({})
  const { admin } = server.database
  // Counts function calls; a stalled reader is dropped soon, for the connections from here on.
  await admin`alter system set track_functions = 'all'`
  await admin`select pg_reload_conf()`
  await admin`alter role postgres set wal_sender_timeout = '2s'`
})
afterAll(() => server?.close())

/** Changes rows of a published table until at least the given amount of log is written. */
async function writeLog(bytes: number): Promise<void> {
  const { admin } = server.database
  for (let written = 0; written < bytes; written += MEBIBYTE) {
    await admin`
      insert into public.realtime_rows (id, room, note) values (1, 'log', repeat('x', ${MEBIBYTE}))
      on conflict (id) do update set note = excluded.note`
  }
}

async function retainedBytes(slot: string): Promise<number | null> {
  const [row] = await server.database.admin<{ held: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as held
    from pg_replication_slots where slot_name = ${slot}`
  return row?.held ?? null
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data')
  return String(chunk).trim()
}

test('a stopped process loses its slot, and the log that the slot retained', async () => {
  const program = join(import.meta.dirname, '../fixtures/follow-log.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(server.database.replication)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const slot = await firstLine(child)
  expect(await retainedBytes(slot)).not.toBeNull()
  child.kill('SIGSTOP')
  await writeLog(4 * MEBIBYTE)
  expect((await retainedBytes(slot)) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(4 * MEBIBYTE)

  await expect.poll(() => retainedBytes(slot), TIMEOUT).toBeNull()
  // Once it continues, it notices: an ended stream is reopened.
  const ended = firstLine(child)
  child.kill('SIGCONT')
  expect(await ended).not.toBe('')
}, 90_000)

test('a reader that retains too much of the log gives up its slot and reports it', async () => {
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
  // An open transaction needs the log since its beginning, whatever the reader has read.
  await admin.begin(async (sql) => {
    await sql`insert into public.realtime_rows (id, room) values (2, 'open')`
    await writeLog(2 * MEBIBYTE)
    await expect.poll(() => warnings, TIMEOUT).toMatchObject([{ slot: stream.slot }])
    await writeLog(4 * MEBIBYTE)
    expect(await ended).toMatch(/^The slot guarded_\w+ held back \d+ bytes of the log and was given up$/)
  })
  await stream.stop()
  await expect.poll(() => retainedBytes(stream.slot), TIMEOUT).toBeNull()
  expect(warnings).toHaveLength(1)
}, 90_000)

test('policies are queried once per user, however many sockets the user has', async () => {
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
        listeners.push(await watchChanges(client, uniqueTopic(), [{ event: 'INSERT', table: 'realtime_by_owner' }]))
      }
    }
  }
  const before = await calls()
  await admin`insert into public.realtime_by_owner values (1, 1, 1, 'one for all')`
  for (const { received } of listeners) await expect.poll(() => received[0]?.length, TIMEOUT).toBe(1)

  // A connection reports its counts at most once a second.
  await expect.poll(calls, TIMEOUT).toBe(before + tokens.length)
}, 90_000)

/** From here on, commits are on disk and in the log, but not yet visible to others. @returns a function that ends this */
async function delayVisibility(): Promise<() => Promise<void>> {
  const { admin } = server.database
  const release = async () => {
    await admin`alter system reset synchronous_standby_names`
    await admin`select pg_reload_conf()`
  }
  onTestFinished(release)
  await admin`alter system set synchronous_standby_names = 'nobody'`
  await admin`select pg_reload_conf()`
  return release
}

test('a change is not sent before it can be read, and an earlier read is not cached', async () => {
  const { admin } = server.database
  const topic = uniqueTopic()
  const listener = await server.person()
  onTestFinished(() => {
    listener.realtime.disconnect()
  })
  const mine = collectBroadcasts()
  await subscribed(listener, topic, {}, mine.listenTo)
  const { received } = await watchChanges(listener, uniqueTopic(), [{ event: 'INSERT', table: 'realtime_rows' }])
  const rows = async () => {
    const answer = await fetch(`${server.url}/rest/v1/realtime_rows?select=id&room=eq.held`)
    const ids = ((await answer.json()) as { id: number }[]).map(({ id }) => id)
    return { ids, isKept: answer.headers.get('etag') !== null }
  }
  await expect.poll(async () => (await rows()).isKept, TIMEOUT).toBe(true)

  const release = await delayVisibility()
  let [id, writer] = [0, 0]
  const write = () => {
    id = uniqueNumber()
    return admin.begin(async (sql) => {
      const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      writer = backend?.pid ?? 0
      await sql`insert into public.realtime_rows (id, room) values (${id}, 'held')`
      await sql`select realtime.send(${sql.json({ id: String(id) })}, 'row', ${topic}, false)`
    })
  }
  const waits = async () =>
    (await admin`select from pg_stat_activity where pid = ${writer} and wait_event = 'SyncRep'`).length > 0
  // The server applies the setting with a delay; commits until then do not wait.
  let held = write()
  for (let isOver = false; !(await waits()); ) {
    if (isOver) held = write()
    isOver = await Promise.race([held.then(() => true), delay(20, false)])
  }
  await briefPause()
  const told = () => [
    mine.received.some(({ payload }) => payload.id === String(id)),
    received[0]?.some((change) => change.new.id === id),
  ]
  expect(told()).toEqual([false, false])
  for (let n = 0; n < 5; n++) expect((await rows()).ids).not.toContain(id)

  await release()
  await held
  expect((await rows()).ids).toContain(id)
  await expect.poll(told, TIMEOUT).toEqual([true, true])
}, 90_000)
