import type { Job } from 'souk-backend/jobs'

/** Tickets that nobody goes on with are closed after 30 days, closed ones go after a year. */
export const forgetTickets: Job = {
  name: 'forget-tickets',
  schedule: '17 4 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_tickets() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'old tickets forgotten')
  },
}
