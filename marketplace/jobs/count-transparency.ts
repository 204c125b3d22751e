import type { Job } from 'souk-backend/jobs'

/** Each night what was reported and decided this month, for /transparency. Months that are over are counted once more and then stay. */
export const countTransparency: Job = {
  name: 'count-transparency',
  schedule: '9 1 * * *',
  atStart: true,
  async run({ sql, log }) {
    const [row] = await sql<{ months: number }[]>`select private.count_transparency() as months`
    if (row && row.months > 1) log.info({ months: row.months }, 'months counted for the transparency page')
  },
}
