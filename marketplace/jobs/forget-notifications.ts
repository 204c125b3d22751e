import type { Job } from 'souk-backend/jobs'

/** Deletes notifications after 90 days. */
export const forgetNotifications: Job = {
  name: 'forget-notifications',
  schedule: '23 3 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_old_notifications() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'old notifications deleted')
  },
}
