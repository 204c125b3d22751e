import type { Job, JobContext } from 'souk-backend/jobs'

type Deletion = (sql: JobContext['sql']) => PromiseLike<{ deleted: number }[]>

/** Deletes what has expired, every night. */
export const forgetJobs: readonly Job[] = [
  // After 90 days.
  forget('notifications', '23 3 * * *', (sql) => sql`select private.forget_old_notifications() as deleted`),
  forget('search-hits', '53 3 * * *', (sql) => sql`select private.forget_search_hits() as deleted`),
  // Originals of masked messages after 90 days, deleted photos once reports about them are decided.
  forget(
    'masked',
    '41 3 * * *',
    (sql) => sql`select private.forget_deleted_photos() + private.forget_masked_originals() as deleted`,
  ),
  // Daily view counts of ads after 180 days.
  forget('views', '47 3 * * *', (sql) => sql`select private.forget_views() as deleted`),
  // Closes inactive tickets after 30 days, deletes closed ones after a year.
  forget('tickets', '17 4 * * *', (sql) => sql`select private.forget_tickets() as deleted`),
  // After 30 days; until then they help with debugging.
  forget('webhooks', '27 4 * * *', (sql) => sql`select private.forget_webhooks() as deleted`),
]

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
