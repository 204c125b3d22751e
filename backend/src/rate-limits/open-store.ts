import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Sql } from '../database/database.ts'
import { createMemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import { openRedisStore } from './redis-store.ts'
import type { RateLimitStore } from './store.ts'

/**
 * Opens the store for rate limits: Redis with REDIS_URL, PostgreSQL where several processes may share one, else memory. When it cannot be
 * reached, each process counts by itself instead of refusing users.
 */
export async function openRateLimitStore(config: Config, sql: Sql, log: Logger): Promise<RateLimitStore> {
  if (config.redisUrl !== null) return withFallback(await openRedisStore(config.redisUrl, log), log)
  const isShared = config.workers > 1 || config.databaseUrl !== null
  return isShared ? withFallback(createPostgresStore(sql), log) : createMemoryStore()
}

export function withFallback(store: RateLimitStore, log: Logger): RateLimitStore {
  const alone = createMemoryStore()
  const or = async <T>(shared: Promise<T>, own: () => Promise<T>): Promise<T> => {
    try {
      return await shared
    } catch (error) {
      log.warn({ err: error }, 'rate limits cannot be shared; counting in this process only')
      return own()
    }
  }
  return {
    take: (key, rate) => or(store.take(key, rate), () => alone.take(key, rate)),
    peek: (key, rate) => or(store.peek(key, rate), () => alone.peek(key, rate)),
    fail: (key, memoryMs) => or(store.fail(key, memoryMs), () => alone.fail(key, memoryMs)),
    failures: (key) => or(store.failures(key), () => alone.failures(key)),
    forget: (key) => or(store.forget(key), () => alone.forget(key)),
    close: () => store.close(),
  }
}
