import { type ChildProcess, spawn } from 'node:child_process'
import { connect as connectTcp } from 'node:net'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findRedis, HOW_TO_GET_REDIS } from '../../../scripts/ensure-redis.ts'
import { freePort } from '../../src/testing/free-port.ts'
import { describeTwoProcesses } from './between-processes.ts'
import { collectBroadcasts, subscribed, uniqueTopic } from './channels.ts'
import { clientOf, makeInstallation, PEER_TIMEOUT_SECONDS, type Server, startServer } from './processes.ts'

/** Four servers on one database: two of them communicate over PostgreSQL, two over Redis. */

/** Processes start slowly on a busy machine. */
const SLOW_START = 180_000
vi.setConfig({ testTimeout: 60_000 })
const redisProgram = findRedis()
const cleanUp: (() => Promise<unknown>)[] = []
let redisPort = 0
let overPostgres: Server[] = []
let overRedis: Server[] = []

beforeAll(async () => {
  const { environment, remove } = await makeInstallation()
  cleanUp.push(remove)
  // It runs the database, with connections left for the others.
  const first = await startServer({ environment: { ...environment, WORKERS: '4' }, owner: null })
  cleanUp.push(() => first.stop())
  const join = (more: Record<string, string> = {}) =>
    startServer({ environment: { ...environment, ...more }, owner: first.owner })
  if (redisProgram) {
    redisPort = await freePort()
    const redisUrl = await startRedis(redisProgram, redisPort)
    cleanUp.push(async () => redis?.kill())
    const [second, ...others] = await Promise.all([
      join(),
      join({ REDIS_URL: redisUrl }),
      join({ REDIS_URL: redisUrl }),
    ])
    overPostgres = [first, second as Server]
    overRedis = others
  } else overPostgres = [first, await join()]
  for (const server of [...overPostgres.slice(1), ...overRedis]) cleanUp.push(() => server.stop())
}, SLOW_START)
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
}, SLOW_START)

let redis: ChildProcess | null = null

async function startRedis(program: string, port: number): Promise<string> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  redis = spawn(program, options, { stdio: 'ignore' })
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  return `redis://127.0.0.1:${port}`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('connect', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}

const at = (servers: readonly Server[], index: number) => servers[index] as Server // both were started above

describe('two servers on one database', () => {
  describeTwoProcesses(async (process, vsn, who) => clientOf(at(overPostgres, process), vsn, who))

  test('resynchronise after the connections between them were broken', async () => {
    const topic = uniqueTopic()
    const watchChanges = await presentAt(at(overPostgres, 1), topic, 'watcher')
    const anna = await presentAt(at(overPostgres, 0), topic, 'anna')
    const owner = new Client({ ...at(overPostgres, 0).owner })
    await owner.connect()
    const cut = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime-bus'`,
    )
    await anna.track({ name: 'Anna' })
    await owner.end()
    expect(cut.rowCount).toBe(2)
    await vi.waitFor(() => expect(watchChanges.presenceState()).toMatchObject({ anna: [{ name: 'Anna' }] }), TIMEOUT)
    const mine = collectBroadcasts()
    await subscribed(clientOf(at(overPostgres, 1)), topic, {}, mine.listenTo)
    const sender = await subscribed(clientOf(at(overPostgres, 0)), topic)
    await sender.send({ type: 'broadcast', event: 'again', payload: {} })
    expect((await mine.next()).event).toBe('again')
  })
})

describe.skipIf(!redisProgram)(
  redisProgram ? 'two servers over Redis' : `two servers over Redis (skipped: ${HOW_TO_GET_REDIS})`,
  () => {
    describeTwoProcesses(async (process, vsn, who) => clientOf(at(overRedis, process), vsn, who))

    test('resynchronise after a restart of Redis', async () => {
      const topic = uniqueTopic()
      const watchChanges = await presentAt(at(overRedis, 1), topic, 'watcher')
      const anna = await presentAt(at(overRedis, 0), topic, 'anna')
      const over = new Promise((resolve) => redis?.once('exit', resolve))
      redis?.kill()
      await over
      await anna.track({ name: 'Anna' })
      await startRedis(redisProgram ?? '', redisPort)
      await vi.waitFor(() => expect(watchChanges.presenceState()).toMatchObject({ anna: [{ name: 'Anna' }] }), TIMEOUT)
    })
  },
)

test('presences of a killed process end after the timeout, and no others', async () => {
  const pairs = [overPostgres, overRedis].filter((pair) => pair.length === 2)
  const watched = await Promise.all(
    pairs.map(async (pair) => {
      const topic = uniqueTopic()
      const stayer = await presentAt(at(pair, 0), topic, 'stayer')
      await stayer.track({})
      const lost = await presentAt(at(pair, 1), topic, 'lost')
      await lost.track({})
      await vi.waitFor(() => expect(Object.keys(stayer.presenceState()).sort()).toEqual(['lost', 'stayer']), TIMEOUT)
      return stayer
    }),
  )
  for (const pair of pairs) at(pair, 1).kill()
  const longest = { timeout: PEER_TIMEOUT_SECONDS * 8_000 }
  for (const stayer of watched) {
    await vi.waitFor(() => expect(Object.keys(stayer.presenceState())).toEqual(['stayer']), longest)
  }
}, 60_000)

const TIMEOUT = { timeout: 40_000 }

function presentAt(server: Server, topic: string, key: string) {
  const client: SupabaseClient = clientOf(server)
  return subscribed(client, topic, { presence: { key } }, (channel) =>
    channel.on('presence', { event: 'sync' }, () => undefined),
  )
}
