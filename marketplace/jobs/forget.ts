import type { Job, JobContext } from 'souk-backend/jobs'

type Deletion = (sql: JobContext['sql']) => PromiseLike<{ deleted: number }[]>

/** Days after which records are deleted (config/retention.ts). */
interface KeptDays {
  readonly notifications: number
  readonly findings: number
  readonly views: number
}

/** Deletes what has expired, every night. */
export function forgetJobs({ notifications, findings, views }: KeptDays): readonly Job[] {
  return [
    forget(
      'notifications',
      '23 3 * * *',
      (sql) => sql`
        with old as (
          delete from public.notifications where created_at < now() - make_interval(days => ${notifications}) returning 1),
        hits as (delete from public.search_hits where found_at < now() - make_interval(days => ${notifications}) returning 1)
        select ((select count(*) from old) + (select count(*) from hits))::integer as deleted`,
    ),
    // Originals of masked messages with the findings, deleted photos once reports about them are decided.
    forget(
      'masked',
      '41 3 * * *',
      (sql) => sql`
        with old as (
          delete from public.message_originals where created_at < now() - make_interval(days => ${findings}) returning 1),
        verdicts as (delete from public.message_verdicts where created_at < now() - make_interval(days => ${findings}))
        select private.forget_deleted_photos() + count(*)::integer as deleted from old`,
    ),
    forget(
      'views',
      '47 3 * * *',
      (sql) => sql`
        with old as (
          delete from public.listing_days where day < (now() at time zone 'UTC')::date - ${views}::integer returning 1)
        select count(*)::integer as deleted from old`,
    ),
    // Closes inactive tickets after 30 days, deletes closed ones after a year.
    forget('tickets', '17 4 * * *', (sql) => sql`select private.forget_tickets() as deleted`),
    // After 30 days; until then they help with debugging.
    forget('webhooks', '27 4 * * *', (sql) => sql`select private.forget_webhooks() as deleted`),
  ]
}

function forget(what: string, schedule: string, deletion: Deletion): Job {
  return {
    name: `forget-${what}`,
    schedule,
    async run({ sql, log }) {
      const [row] = await deletion(sql)
      if (row && row.deleted > 0) log.info({ deleted: row.deleted }, `old ${what} deleted`)
    },
  }
}
