import type { Logger } from 'pino'
import type postgres from '#postgres'
import type { AuthConfig } from '../config/auth.ts'
import type { Sql } from '../database/database.ts'
import type { Queryable } from './queryable.ts'
import { REMEMBERED_DAYS } from './sessions/known-devices.ts'
import { MEMORY_MS } from './sign-in/guess-delay.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How long an ended session is kept, so that a returning client gets the reason. */
const ENDED_SESSION_SECONDS = 3 * DAY
const EVERY_MS = 10 * 60_000
/** Rows per statement, so that no other query waits long for its locks. */
const BATCH = 500
const BATCHES = 20

type Rules = Pick<AuthConfig, 'sessions' | 'otpSeconds' | 'anonymousDays' | 'auditDays'>

/** A table and the condition for its expired rows. */
interface Stale {
  readonly table: string
  where(sql: Queryable): postgres.PendingQuery<postgres.Row[]>
}

function staleRows({ sessions, otpSeconds, anonymousDays, auditDays }: Rules): readonly Stale[] {
  const { timeboxSeconds, inactivitySeconds } = sessions
  const endedBefore = (sql: Queryable, seconds: number) =>
    sql`now() - make_interval(secs => ${seconds + ENDED_SESSION_SECONDS})`
  return [
    { table: 'sessions', where: (sql) => sql`not_after < ${endedBefore(sql, 0)}` },
    ...(timeboxSeconds === null
      ? []
      : [{ table: 'sessions', where: (sql: Queryable) => sql`created_at < ${endedBefore(sql, timeboxSeconds)}` }]),
    ...(inactivitySeconds === null
      ? []
      : [
          {
            table: 'sessions',
            where: (sql: Queryable) => sql`coalesce(refreshed_at, created_at) < ${endedBefore(sql, inactivitySeconds)}`,
          },
        ]),
    { table: 'one_time_tokens', where: (sql) => sql`created_at < now() - make_interval(secs => ${otpSeconds + DAY})` },
    { table: 'flow_state', where: (sql) => sql`created_at < now() - interval '1 day'` },
    { table: 'oauth_states', where: (sql) => sql`created_at < now() - interval '1 day'` },
    { table: 'saml_relay_states', where: (sql) => sql`created_at < now() - interval '1 day'` },
    { table: 'saml_assertions', where: (sql) => sql`expires_at < now() - interval '1 hour'` },
    { table: 'web3_messages', where: (sql) => sql`expires_at < now() - interval '1 hour'` },
    { table: 'mfa_challenges', where: (sql) => sql`created_at < now() - interval '1 day'` },
    { table: 'mfa_factors', where: (sql) => sql`status = 'unverified' and created_at < now() - interval '1 day'` },
    { table: 'webauthn_challenges', where: (sql) => sql`expires_at < now() - interval '1 hour'` },
    { table: 'personal_tokens', where: (sql) => sql`expires_at < now() - interval '30 days'` },
    { table: 'known_devices', where: (sql) => sql`seen_at < now() - make_interval(days => ${REMEMBERED_DAYS})` },
    { table: 'email_gaps', where: (sql) => sql`sent_at < now() - interval '1 day'` },
    { table: 'rate_limits', where: (sql) => sql`full_at < now()` },
    { table: 'failed_guesses', where: (sql) => sql`last_at < now() - make_interval(secs => ${MEMORY_MS / 1000})` },
    ...(auditDays === null
      ? []
      : [
          {
            table: 'audit_log_entries',
            where: (sql: Queryable) => sql`created_at < now() - make_interval(days => ${auditDays})`,
          },
        ]),
    ...(anonymousDays === null ? [] : [{ table: 'users', where: (sql: Queryable) => forgotten(sql, anonymousDays) }]),
  ]
}

/** Nobody can sign in again to an account without an address, so it expires by its last use. */
function forgotten(sql: Queryable, days: number) {
  const since = sql`now() - make_interval(days => ${days})`
  return sql`is_anonymous and created_at < ${since} and not exists (
    select from auth.sessions s where s.user_id = users.id and coalesce(s.refreshed_at, s.created_at) >= ${since})`
}

/** Deletes expired rows in small batches. @returns the number of deleted rows per table */
export async function cleanUp(sql: Sql, rules: Rules): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {}
  for (const stale of staleRows(rules)) {
    for (let batch = 0; batch < BATCHES; batch++) {
      const count = await removeBatch(sql, stale)
      if (count > 0) removed[stale.table] = (removed[stale.table] ?? 0) + count
      if (count < BATCH) break
    }
  }
  return removed
}

async function removeBatch(sql: Sql, { table, where }: Stale): Promise<number> {
  const from = sql(`auth.${table}`)
  const done = await sql`
    delete from ${from} where ctid = any(array(
      select ctid from ${from} where ${where(sql)} limit ${BATCH} for update skip locked))`
  return done.count
}

/** Runs the clean-up periodically, in one process at a time. @returns a function that stops it once the current run is done */
export function startCleanUp(sql: Sql, rules: Rules, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const round = async () => {
    const removed = await oneAtATime(sql, () => cleanUp(sql, rules))
    if (removed && Object.keys(removed).length > 0) log.debug({ removed }, 'auth: cleaned up')
  }
  const timer = setInterval(() => {
    running = round().catch((error: unknown) => log.warn({ err: error }, 'auth: clean-up failed; will retry'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Concurrent runs would only wait for each other. @returns null if another process is running it */
async function oneAtATime<T>(sql: Sql, work: () => Promise<T>): Promise<T | null> {
  const held = await sql.reserve()
  try {
    const [row] = await held<{ mine: boolean }[]>`select pg_try_advisory_lock(hashtext('auth clean-up')) as mine`
    if (!row?.mine) return null
    try {
      return await work()
    } finally {
      await held`select pg_advisory_unlock(hashtext('auth clean-up'))`
    }
  } finally {
    held.release()
  }
}
