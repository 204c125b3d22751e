import type { Job } from '../../backend/src/jobs/job.ts'

/** What masked messages said, and why, is kept for 90 days. */
export const forgetMasked: Job = {
  name: 'forget-masked',
  schedule: '41 3 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_masked_originals() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'masked texts forgotten')
  },
}
