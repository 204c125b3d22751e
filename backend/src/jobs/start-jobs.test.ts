import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quickAddJob } from 'graphile-worker'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgresJs from '#postgres'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import type { Job } from './job.ts'
import { startJobs } from './start-jobs.ts'

const log = pino({ level: 'silent' })
let server: EmbeddedPostgres
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-jobs-'))
  server = await startEmbeddedPostgres(dataDir, log)
}, 60_000)

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function start(jobs: readonly Job[]): () => Promise<void> {
  const sql = postgresJs({ ...server.connection, max: 1, onnotice: () => undefined })
  const context = { sql, sendEmail: async () => undefined, publicUrl: 'http://souk.test', log }
  const stop = startJobs(jobs, { connection: server.connection, context, log })
  return async () => {
    await stop()
    await sql.end()
  }
}

/** Queues a job like its schedule would, without waiting for the minute. */
async function enqueue(name: string): Promise<void> {
  const pool = new pg.Pool(server.connection)
  try {
    await quickAddJob({ pgPool: pool, schema: 'jobs' }, name, {})
  } finally {
    await pool.end()
  }
}

test('one of two processes runs a job, with the context, and a failed one is retried', {
  timeout: 60_000,
}, async () => {
  const ran: string[] = []
  const done = Promise.withResolvers<void>()
  const job: Job = {
    name: 'count-to-two',
    schedule: '0 0 1 1 *',
    async run({ sql, publicUrl }) {
      const [row] = await sql<{ two: number }[]>`select 1 + 1 as two`
      ran.push(`${publicUrl} ${row?.two}`)
      if (ran.length === 1) throw new Error('not this time')
      done.resolve()
    },
  }
  const stops = [start([job]), start([job])]
  await enqueue('count-to-two')
  await done.promise
  await Promise.all(stops.map((stop) => stop()))
  expect(ran).toEqual(['http://souk.test 2', 'http://souk.test 2'])
})

test('a job with `atStart` also runs when a server starts', { timeout: 60_000 }, async () => {
  const ran = Promise.withResolvers<void>()
  const stop = start([{ name: 'at-start', schedule: '0 0 1 1 *', atStart: true, run: async () => ran.resolve() }])
  await ran.promise
  await stop()
})

test('stopping signals the running job and waits for it', { timeout: 60_000 }, async () => {
  const began = Promise.withResolvers<void>()
  let finished = false
  const stop = start([
    {
      name: 'long',
      schedule: '0 0 1 1 *',
      async run({ signal }) {
        began.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        await wait(100)
        finished = true
      },
    },
  ])
  await enqueue('long')
  await began.promise
  await stop()
  expect(finished).toBe(true)
})

test('a database that dies while a job ends does not end the process', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-jobs-'))
  const dying = await startEmbeddedPostgres(folder, log)
  const warned = Promise.withResolvers<string>()
  const watched = pino({ level: 'warn' }, { write: (line: string) => warned.resolve(line) })
  const sql = postgresJs({ ...dying.connection, max: 1, onnotice: () => undefined })
  const context = { sql, sendEmail: async () => undefined, publicUrl: 'http://souk.test', log }
  const job: Job = { name: 'last', schedule: '0 0 1 1 *', atStart: true, run: () => dying.stop() }
  const stop = startJobs([job], { connection: dying.connection, context, log: watched })
  expect(await warned.promise).toMatch(/jobs/i)
  await stop()
  await sql.end({ timeout: 0 })
  await rm(folder, { recursive: true, force: true })
})

test('starts nothing without jobs', async () => {
  await startJobs([], { connection: { ...server.connection, port: 1 }, context: {} as never, log })()
})
