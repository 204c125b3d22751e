import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import type { Step } from './connection.ts'
import { PipelinePool, type PipelinePoolOptions, runHandle } from './pool.ts'

let postgres: EmbeddedPostgres
let dataDir: string
let pool: PipelinePool

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-pipeline-'))
  postgres = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }))
  pool = open({})
  await pool.run([step('create role reader'), step('create role writer')])
  await pool.run([step('create table items (id int primary key, unique (id) deferrable initially deferred)')])
  await pool.close()
}, 60_000)

afterEach(() => pool.close())

afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function open(options: Partial<PipelinePoolOptions>): PipelinePool {
  return new PipelinePool({ connection: postgres.connection, size: 2, ...options })
}

function step(text: string, ...values: (string | Buffer | null)[]): Step {
  return { text, values, scope: 'test' }
}

const become = (role: string, claims: string) =>
  step(`select set_config('role', $1, true), set_config('test.claims', $2, true)`, role, claims)
const WHO = step(`select current_user, coalesce(current_setting('test.claims', true), '')`)

async function texts(target: { run: PipelinePool['run'] }, ...steps: Step[]): Promise<(string | null)[] | undefined> {
  const results = await target.run(steps)
  return results.at(-1)?.rows[0]?.map((value) => value?.toString('utf8') ?? null)
}

test('values are sent as text or bytes and returned as bytes', async () => {
  pool = open({})
  const sent = '{"größe": [1.10, 9223372036854775807]}'
  expect(await texts(pool, step('select $1::json, $2::int + 1, $3::text', Buffer.from(sent), '41', null))).toEqual([
    sent,
    '42',
    null,
  ])
  const large = 'x'.repeat(3_000_000)
  expect((await texts(pool, step('select $1::text', large)))?.[0]).toHaveLength(large.length)
})

test('role and settings last for one batch, among hundreds of others and after errors', async () => {
  pool = open({})
  const asked = Array.from({ length: 500 }, async (_, index) => {
    const [role, claims] = [index % 2 ? 'reader' : 'writer', `c${index}`]
    if (index % 5 === 0) {
      // Fails in Parse, in Bind or during execution: none may affect the next batch's transaction or statements.
      const broken = [step(`select missing_${index % 3}`), step('select $1::int', 'x'), step('select 1 / $1::int', '0')]
      await expect(pool.run([become(role, claims), broken[index % 3] ?? WHO])).rejects.toThrow()
      return
    }
    expect(await texts(pool, become(role, claims), WHO)).toEqual([role, claims])
  })
  await Promise.all(asked)
  expect(await texts(pool, WHO)).toEqual(['postgres', ''])
})

test('a batch is one transaction: an error in its last step undoes its first', async () => {
  pool = open({})
  await expect(pool.run([step('insert into items values (1)'), step('select 1/0')])).rejects.toMatchObject({
    code: '22012',
  })
  expect(await texts(pool, step('select count(*) from items'))).toEqual(['0'])
})

test('a deferred constraint that fails at commit fails the batch', async () => {
  pool = open({})
  await pool.run([step('create table if not exists parents (id int primary key)')])
  await pool.run([
    step('create table if not exists children (parent int references parents deferrable initially deferred)'),
  ])
  await expect(pool.run([step('insert into children values (1)')])).rejects.toMatchObject({ code: '23503' })
})

test('an error carries its PostgreSQL fields', async () => {
  pool = open({})
  await pool.run([step('insert into items values (7)')])
  const failure = pool.run([step('insert into items values (7)')])
  await expect(failure).rejects.toMatchObject({
    code: '23505',
    detail: 'Key (id)=(7) already exists.',
    severity: 'ERROR',
  })
  await pool.run([step('delete from items')])
})

test('an explicit transaction is invisible until it commits, and rolled back when its work throws', async () => {
  pool = open({})
  const count = () => texts(pool, step('select count(*) from items'))
  await pool.transaction(async (transaction) => {
    await transaction.run([step('insert into items values (1)')])
    expect(await count()).toEqual(['0'])
  })
  expect(await count()).toEqual(['1'])
  const refused = new Error('too many')
  const attempt = pool.transaction(async (transaction) => {
    await transaction.run([become('postgres', 'secret'), step('delete from items')])
    throw refused
  })
  await expect(attempt).rejects.toBe(refused)
  expect(await count()).toEqual(['1'])
  expect(await texts(pool, WHO)).toEqual(['postgres', ''])
  await pool.run([step('delete from items')])
})

test('evicts and closes prepared statements beyond the limit per connection', async () => {
  pool = open({ size: 1 })
  for (let index = 0; index < 600; index++) await pool.run([step(`select ${index}`)])
  const prepared = await texts(pool, step('select count(*) from pg_prepared_statements'))
  expect(Number(prepared?.[0])).toBeLessThanOrEqual(257)
  expect(await texts(pool, step('select 0'))).toEqual(['0'])
})

test('a slow statement does not delay those that come after it', async () => {
  pool = open({ size: 1, maxSize: 3 })
  await pool.run([WHO])
  const slow = pool.run([step('select pg_sleep(1)')])
  await new Promise((resolve) => setTimeout(resolve, 60))
  const started = performance.now()
  await pool.run([WHO])
  expect(performance.now() - started).toBeLessThan(700)
  await slow
})

test('exclusive runs delay no others and report their database time', async () => {
  pool = open({ size: 1, maxSize: 3 })
  await pool.run([step('select 1')])
  const handles = Array.from({ length: 6 }, () => runHandle(true))
  const slow = handles.map((handle) => pool.run([step('select pg_sleep(0.2)')], handle))
  const startedAt = performance.now()
  expect(await texts(pool, step('select 1'))).toEqual(['1'])
  const quickMs = performance.now() - startedAt
  await Promise.all(slow)
  // Two at a time, three times.
  expect(performance.now() - startedAt).toBeGreaterThan(550)
  expect(quickMs).toBeLessThan((performance.now() - startedAt) / 2)
  for (const { tookMs } of handles) expect(tookMs).toBeGreaterThan(190)
})

test('a lost connection fails the runs on it, and the next run gets a new connection', async () => {
  pool = open({ size: 1, maxSize: 2 })
  const [processId] = (await texts(pool, step('select pg_backend_pid()'))) ?? []
  const under = expect(pool.run([step('select pg_sleep(5)')])).rejects.toThrow()
  const other = open({ size: 1 })
  await other.run([step('select pg_terminate_backend($1::int)', processId ?? null)])
  await other.close()
  await under
  expect(await texts(pool, step('select 1'))).toEqual(['1'])
})

test('rejects runs that wait too long or find the queue full', async () => {
  pool = open({ size: 1, maxSize: 1, maxQueue: 1, queueTimeout: 100 })
  // Connecting may take longer than the queue timeout.
  const answers = () =>
    expect.poll(() => texts(pool, step('select 1')).catch(() => null), { timeout: 15_000 }).toEqual(['1'])
  await answers()
  const alone = () => pool.run([step('select 1')], runHandle(true)).catch(() => null)
  await expect.poll(alone, { timeout: 15_000 }).not.toBeNull()
  await pool.transaction(async (transaction) => {
    await transaction.run([WHO])
    const patient = expect(pool.run([WHO], runHandle(true))).rejects.toMatchObject({ reason: 'queue_timeout' })
    await expect(pool.run([WHO], runHandle(true))).rejects.toMatchObject({ reason: 'queue_full' })
    await patient
    // Shared runs do not wait for an exclusive connection.
    expect(await texts(pool, step('select 1'))).toEqual(['1'])
  })
  await answers()
})

test('an unreachable database is reported immediately', async () => {
  pool = new PipelinePool({ connection: { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' } })
  await expect(pool.run([WHO])).rejects.toMatchObject({ reason: 'cannot_connect' })
})

/** Waits until a statement is sleeping in the database, as seen by another pool, and counts as slow. */
async function sleeping(): Promise<void> {
  const watching = open({ size: 1 })
  const count = step(`select count(*) from pg_stat_activity where wait_event = 'PgSleep'`)
  await expect.poll(() => texts(watching, count), { timeout: 10_000 }).toEqual(['1'])
  await watching.close()
  await wait(60)
}

test('cancels a run that is alone on its connection, and never another one', async () => {
  pool = open({ size: 1 })
  const handle = runHandle()
  const slow = pool.run([step('select pg_sleep(20)')], handle)
  const refused = expect(slow).rejects.toMatchObject({ code: '57014' })
  await sleeping()
  handle.cancel?.()
  expect(await texts(pool, step('select 1'))).toEqual(['1'])
  await refused

  // Two runs share a connection: cancelling one could hit the other.
  pool = open({ size: 1 })
  const shared = runHandle()
  const both = [pool.run([step('select pg_sleep(0.2)')], shared), pool.run([step('select 2')])]
  await wait(20)
  shared.cancel?.()
  await expect(Promise.all(both)).resolves.toHaveLength(2)
})

test('a cancelled transaction is rolled back', async () => {
  pool = open({ size: 1 })
  const handle = runHandle()
  const slow = pool.transaction(
    (transaction) => transaction.run([step('insert into items values (77)'), step('select pg_sleep(20)')]),
    handle,
  )
  const refused = expect(slow).rejects.toMatchObject({ code: '57014' })
  await sleeping()
  handle.cancel?.()
  await refused
  expect(await texts(pool, step('select count(*) from items where id = 77'))).toEqual(['0'])
})
