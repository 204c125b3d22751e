import type { Job } from 'souk-backend/jobs'

/** Closes inactive tickets after 30 days, and deletes closed ones after a year. */
export const forgetTickets: Job = {
  name: 'forget-tickets',
  schedule: '17 4 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_tickets() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'old tickets deleted')
  },
}
