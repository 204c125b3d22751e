import type { Logger } from 'pino'
import { openRedis } from '../redis/open-redis.ts'
import { intervalMs, type Rate } from './rate.ts'
import { hashOf, type RateLimitStore } from './store.ts'

const PREFIX = 'souk:rate-limits:'
/** Redis is nearby; sign-in must not wait for one that is down. */
const PATIENCE_MS = 500
const CONNECTIONS = 4

/**
 * One bucket: KEYS is its name; ARGV are interval and burst in milliseconds, and whether to take. Uses the clock of Redis, so that
 * processes agree. Returns the milliseconds to wait; not above 0 when there was a token.
 */
const BUCKET = `
  local clock = redis.call('TIME')
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
  local wait = full_at + interval - burst - now
  if wait <= 0 and ARGV[3] == '1' then
    redis.call('SET', KEYS[1], full_at + interval, 'PX', math.ceil(full_at + interval - now))
  end
  return tostring(wait)`

const COUNT = `
  local clock = redis.call('TIME')
  redis.call('HINCRBY', KEYS[1], 'count', 1)
  redis.call('HSET', KEYS[1], 'at', clock[1] * 1000 + math.floor(clock[2] / 1000))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])`

const FAILURES = `
  local clock = redis.call('TIME')
  local count = redis.call('HGET', KEYS[1], 'count')
  if not count then return false end
  return {count, tostring(clock[1] * 1000 + math.floor(clock[2] / 1000) - redis.call('HGET', KEYS[1], 'at'))}`

/** For processes that share a Redis. Connects and reconnects by itself; while disconnected, every call fails. */
export async function openRedisStore(url: string, log: Logger): Promise<RateLimitStore> {
  const client = await openRedis(url, { commandMs: PATIENCE_MS, connections: CONNECTIONS })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'rate limits: Redis is unreachable'))
  void client.connect().catch((error: unknown) => log.warn({ err: error }, 'rate limits: Redis is unreachable'))
  const run = (script: string, key: string, args: readonly (string | number)[]) =>
    inTime(client.eval(script, { keys: [PREFIX + hashOf(key).toString('base64url')], arguments: args.map(String) }))

  async function bucket(key: string, rate: Rate, taking: 0 | 1): Promise<number> {
    const interval = intervalMs(rate)
    const wait = await run(BUCKET, key, [interval, interval * rate.burst, taking])
    return Math.max(0, Number(wait) / 1000)
  }

  return {
    take: (key, rate) => bucket(key, rate, 1),
    peek: (key, rate) => bucket(key, rate, 0),
    fail: async (key, memoryMs) => void (await run(COUNT, `guess:${key}`, [memoryMs])),
    async failures(key) {
      const found = (await run(FAILURES, `guess:${key}`, [])) as [string, string] | null // the script returns only these
      return found ? { count: Number(found[0]), ageMs: Number(found[1]) } : null
    },
    forget: async (key) => void (await client.del(PREFIX + hashOf(`guess:${key}`).toString('base64url'))),
    async close() {
      await client.destroy()
    },
  }
}

/** During a failover, commands wait for the new primary before their own time begins. */
async function inTime<T>(command: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Redis did not answer in time')), PATIENCE_MS)
  try {
    return await Promise.race([command, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
