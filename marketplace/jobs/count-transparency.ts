import type { Job } from 'souk-backend/jobs'

/** Nightly: counts this month's reports and decisions for /transparency. A finished month is counted once more and is then final. */
export const countTransparency: Job = {
  name: 'count-transparency',
  schedule: '9 1 * * *',
  atStart: true,
  async run({ sql, log }) {
    const [row] = await sql<{ months: number }[]>`select private.count_transparency() as months`
    if (row && row.months > 1) log.info({ months: row.months }, 'transparency figures updated')
  },
}
