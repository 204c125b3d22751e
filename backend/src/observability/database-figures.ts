import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Sql } from '../database/database.ts'

const FIGURES = {
  database_connections: 'Client connections to the database, of every program.',
  database_connections_max: 'Client connections that the database accepts.',
  database_replication_kept_bytes: 'Log kept for the replication slot that is furthest behind.',
  jobs_waiting: 'Jobs that are due and not yet taken.',
  jobs_oldest_waiting_seconds: 'How long the oldest of them has been due.',
  jobs_given_up: 'Jobs that failed as often as they may.',
} as const
type Figures = Readonly<Record<keyof typeof FIGURES, number>>

/** Milliseconds after which the database counts as down. */
const PATIENCE_MS = 2000
/** Milliseconds during which gauges share the result of one query. */
const KEPT_MS = 1000

/** Gauges queried on each scrape. Every process reports the same values: aggregate with max. */
export function addDatabaseFigures(sql: Sql, registry: Registry): void {
  const asked: { at: number; answer: Promise<Figures | null> } = {
    at: Number.NEGATIVE_INFINITY,
    answer: Promise.resolve(null),
  }
  const ask = () => {
    if (performance.now() - asked.at > KEPT_MS) {
      asked.at = performance.now()
      asked.answer = Promise.race([read(sql), delay(PATIENCE_MS, null, { ref: false })]).catch(() => null)
    }
    return asked.answer
  }
  new Gauge({
    name: 'database_up',
    help: '1 while the database answers within two seconds.',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.set((await ask()) === null ? 0 : 1)
    },
  })
  for (const [name, help] of Object.entries(FIGURES)) {
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const figures = await ask()
        this.set(figures === null ? Number.NaN : figures[name as keyof Figures]) // a key of FIGURES
      },
    })
  }
}

async function read(sql: Sql): Promise<Figures | null> {
  const [row] = await sql<
    [Omit<Figures, 'jobs_waiting' | 'jobs_oldest_waiting_seconds' | 'jobs_given_up'> & { jobs: boolean }]
  >`
    select
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as database_connections,
      current_setting('max_connections')::int as database_connections_max,
      coalesce((select max(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), restart_lsn)) from pg_replication_slots), 0)::float8
        as database_replication_kept_bytes,
      to_regclass('jobs.jobs') is not null as jobs`
  const { jobs, ...figures } = row
  if (!jobs) return { ...figures, jobs_waiting: 0, jobs_oldest_waiting_seconds: 0, jobs_given_up: 0 }
  const [queue] = await sql<[Pick<Figures, 'jobs_waiting' | 'jobs_oldest_waiting_seconds' | 'jobs_given_up'>]>`
    select
      count(*) filter (where due)::int as jobs_waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float8 as jobs_oldest_waiting_seconds,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as jobs_given_up
    from (
      select *, run_at <= now() and locked_at is null and attempts < max_attempts as due from jobs.jobs
    ) as job`
  return { ...figures, ...queue }
}
