import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from '#postgres'
import { createMemoryStore } from '../../src/rate-limits/memory-store.ts'
import { withFallback } from '../../src/rate-limits/open-store.ts'
import { createPostgresStore } from '../../src/rate-limits/postgres-store.ts'
import { openRedisStore } from '../../src/rate-limits/redis-store.ts'
import type { RateLimitStore } from '../../src/rate-limits/store.ts'
import { type Server, startServer } from '../realtime/processes.ts'
import { mailTo } from './mailbox.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { type RedisServer, startRedisServer } from './redis-server.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

// Two processes on one database that share low limits.
/** Processes start slowly on a busy machine. */
const SLOW_START = 180_000
const LIMITS = 'recover=4,emails=3,sms=0,signup=300,token=1500'
let first: OwnServer
let second: Server

beforeAll(async () => {
  const environment = {
    WORKERS: '2',
    AUTH_RATE_LIMITS: LIMITS,
    AUTH_AUTOCONFIRM: '0',
    AUTH_PHONE: '1',
    AUTH_SMS_AUTOCONFIRM: '0',
  }
  first = await startOwnServer(environment)
  const { dataDir, publicUrl } = first.config
  second = await startServer({
    environment: { ...environment, DATA_DIR: dataDir, PUBLIC_URL: publicUrl, PORT: '0', DEMO: '0', LOG_LEVEL: 'fatal' },
    owner: first.backend.database.replication,
  })
}, SLOW_START)
afterAll(async () => {
  await second?.stop()
  await first?.close()
}, SLOW_START)

/** Sends the n-th request, alternating between the servers. */
const post = (n: number, path: string, body: object) =>
  call('POST', path, { body, headers: NEW_SHAPE, server: n % 2 === 0 ? first.url : second.url })

test('requests of an address are counted across both servers, and the answer says how long to wait', async () => {
  const ask = (n: number) => post(n, '/recover', { email: freshEmail('nobody') })
  for (let n = 0; n < 4; n += 1) expect((await ask(n)).status).toBe(200)
  for (const n of [0, 1]) {
    const refused = await ask(n)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(75)
  }
  // Another limit of the same address has another bucket.
  expect((await post(1, '/token?grant_type=password', { email: freshEmail(), password: PASSWORD })).status).toBe(400)
})

test('wrong passwords for an account are counted across both servers, delay the right one too, and reach the audit log', async () => {
  const email = freshEmail('guessed')
  const sql = first.backend.database.admin
  await sql`insert into auth.users (email) values (${email})`
  const guess = (n: number) => post(n, '/token?grant_type=password', { email, password: 'wrong-password' })
  for (let n = 0; n < 10; n += 1) expect((await guess(n)).body.code).toBe('invalid_credentials')
  const onRecord = () => sql`
    select payload ->> 'actor_username' as who, payload -> 'attempts' as attempts, ip_address as place
    from auth.audit_log_entries where payload ->> 'action' = 'login_failed' order by payload -> 'attempts'`
  const expected = [3, 4, 5, 6, 7, 8, 9, 10].map((attempts) => ({ who: email, attempts, place: '127.0.0.1' }))
  await expect.poll(onRecord, { timeout: 15_000 }).toEqual(expected)
  // Each makes the next wait longer, up to half a minute: with enough of them, timing does not matter.
  await sql`update auth.failed_guesses set count = 20, last_at = clock_timestamp()`
  for (const n of [0, 1]) {
    const refused = await guess(n)
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await sql`delete from auth.users where email = ${email}`
})

test('emails are counted globally across both servers, and then known and unknown addresses are refused alike', async () => {
  const people = [freshEmail('one'), freshEmail('two'), freshEmail('three')]
  for (const [n, email] of people.entries()) {
    expect((await post(n, '/signup', { email, password: PASSWORD })).status).toBe(200)
    await mailTo(email, { server: n % 2 === 0 ? first.url : second.url })
  }
  const answers = [
    await post(0, '/signup', { email: freshEmail('four'), password: PASSWORD }),
    await post(1, '/signup', { email: freshEmail('five'), password: PASSWORD }),
    await post(0, '/resend', { type: 'signup', email: people[0] }),
    await post(1, '/otp', { email: people[1] }),
    await post(0, '/otp', { email: freshEmail('nobody') }),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const [row] = await first.backend.database.admin`select count(*)::int as n from auth.users`
  expect(row).toEqual({ n: 3 })
})

test('a limit of zero allows nothing', async () => {
  expect(await post(0, '/otp', { phone: '+15550001111' })).toMatchObject({
    status: 429,
    body: { code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' },
  })
})

describe('an unreachable rate limit store', () => {
  const places: [string, () => Promise<RateLimitStore | null>][] = [
    ['memory', async () => createMemoryStore()],
    ['PostgreSQL', async () => createPostgresStore(sql)],
    ['Redis', async () => (redis ? openRedisStore(redis.url, pino({ level: 'silent' })) : null)],
  ]
  let sql: postgres.Sql
  let redis: RedisServer | null
  beforeAll(async () => {
    sql = postgres({ ...first.backend.database.replication, max: 4, onnotice: () => undefined })
    redis = await startRedisServer()
  })
  afterAll(async () => {
    await sql.end()
    await redis?.stop()
  })

  test.for(places)('never exceeds the limit under concurrency, and counts failures: %s', async ([, open], { skip }) => {
    const store = await open()
    if (!store) return skip('there is no Redis here')
    try {
      const allowance = { burst: 5, refill: 5, seconds: 3600 }
      await expect.poll(() => store.peek('bucket', allowance).catch(() => -1), { timeout: 10_000 }).toBe(0)
      const waits = await Promise.all(Array.from({ length: 20 }, () => store.take('bucket', allowance)))
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
      for (const wait of waits.filter((seconds) => seconds > 0)) {
        expect(wait).toBeGreaterThan(600)
        expect(wait).toBeLessThanOrEqual(720)
      }
      expect(await store.peek('bucket', allowance)).toBeGreaterThan(0)
      expect(await store.take('another', allowance)).toBe(0)

      expect(await store.failures('anna')).toBeNull()
      await Promise.all(Array.from({ length: 7 }, () => store.fail('anna', 60_000)))
      expect(await store.failures('anna')).toMatchObject({ count: 7 })
      await store.forget('anna')
      expect(await store.failures('anna')).toBeNull()
    } finally {
      await store.close()
    }
  })

  test('falls back to counting in the process', async () => {
    const log = pino({ level: 'silent' })
    const store = withFallback(await openRedisStore('redis://127.0.0.1:1', log), log)
    const allowance = { burst: 1, refill: 1, seconds: 3600 }
    expect(await store.take('door', allowance)).toBe(0)
    expect(await store.take('door', allowance)).toBeGreaterThan(0)
    await store.close()
  })
})

test(
  'an address is refused a fourth account per day and a fourth reset per hour, and other addresses are not',
  async () => {
    const server = await startOwnServer(
      { AUTH_RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' },
      { settings: { mailGapSeconds: 0 } },
    )
    try {
      const from = (address: string, path: string, body: object) =>
        call('POST', path, { body, headers: { ...NEW_SHAPE, 'x-forwarded-for': address }, server: server.url })
      const signUp = (address: string) => from(address, '/signup', { email: freshEmail(), password: PASSWORD })
      const reset = (address: string, email: string) => from(address, '/recover', { email })
      for (let n = 0; n < 3; n += 1) expect((await signUp('8.8.4.4')).status).toBe(200)
      const refused = await signUp('8.8.4.4')
      expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
      expect((await signUp('9.9.9.9')).status).toBe(200)
      for (let n = 0; n < 3; n += 1) expect((await reset('8.8.4.4', freshEmail('nobody'))).status).toBe(200)
      expect((await reset('8.8.4.4', freshEmail('nobody'))).status).toBe(429)
      const email = freshEmail('nobody')
      for (let n = 0; n < 3; n += 1) expect((await reset(`9.9.${n}.1`, email)).status).toBe(200)
      expect((await reset('9.9.8.1', email)).status).toBe(429)
    } finally {
      await server.close()
    }
  },
  SLOW_START,
)
