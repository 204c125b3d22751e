import type { Job } from 'souk-backend/jobs'

/** Deletes webhook events after 30 days; until then they help with debugging. */
export const forgetWebhooks: Job = {
  name: 'forget-webhooks',
  schedule: '27 4 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_webhooks() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'old webhook events deleted')
  },
}
