import type { Job } from 'souk-backend/jobs'

/** Deletes daily view counts of ads after 180 days. */
export const forgetViews: Job = {
  name: 'forget-views',
  schedule: '47 3 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_views() as forgotten`
    if (row && row.forgotten > 0) log.info({ days: row.forgotten }, 'old view counts deleted')
  },
}
