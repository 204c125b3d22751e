import type { Sql } from '../database/database.ts'
import { intervalMs, type Rate, waitSeconds } from './rate.ts'
import { hashOf, type RateLimitStore } from './store.ts'

/** For processes that share a database: a single statement each, so that the row lock orders concurrent requests. */
export function createPostgresStore(sql: Sql): RateLimitStore {
  async function peek(key: string, rate: Rate): Promise<number> {
    const [row] = await sql<{ full_at: number; now: number }[]>`
      select extract(epoch from full_at)::float8 * 1000 as full_at, extract(epoch from clock_timestamp())::float8 * 1000 as now
      from auth.rate_limits where key = ${hashOf(key)}`
    return row === undefined ? 0 : Math.max(0, waitSeconds(row.full_at, row.now, rate))
  }

  return {
    peek,
    async take(key, rate) {
      const interval = intervalMs(rate) / 1000
      const taken = await sql`
        insert into auth.rate_limits as l (key, full_at) values (${hashOf(key)}, clock_timestamp() + make_interval(secs => ${interval}))
        on conflict (key) do update
        set full_at = greatest(l.full_at, clock_timestamp()) + make_interval(secs => ${interval})
        where greatest(l.full_at, clock_timestamp()) + make_interval(secs => ${interval})
          <= clock_timestamp() + make_interval(secs => ${interval * rate.burst})`
      return taken.count === 1 ? 0 : Math.max(0.001, await peek(key, rate))
    },
    async fail(key, memoryMs) {
      await sql`
        insert into auth.failed_guesses as g (key, count, last_at) values (${hashOf(key)}, 1, clock_timestamp())
        on conflict (key) do update set last_at = clock_timestamp(),
          count = case when g.last_at > clock_timestamp() - make_interval(secs => ${memoryMs / 1000}) then g.count else 0 end + 1`
    },
    async failures(key) {
      const [row] = await sql<{ count: number; age_ms: number }[]>`
        select count, extract(epoch from clock_timestamp() - last_at)::float8 * 1000 as age_ms
        from auth.failed_guesses where key = ${hashOf(key)}`
      return row ? { count: row.count, ageMs: row.age_ms } : null
    },
    async forget(key) {
      await sql`delete from auth.failed_guesses where key = ${hashOf(key)}`
    },
    async close() {},
  }
}
