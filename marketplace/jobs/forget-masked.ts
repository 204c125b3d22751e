import type { Job } from 'souk-backend/jobs'

/** Deletes the originals of masked messages after 90 days, and deleted photos once reports about them are decided. */
export const forgetMasked: Job = {
  name: 'forget-masked',
  schedule: '41 3 * * *',
  async run({ sql, log }) {
    await sql`select private.forget_deleted_photos()`
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_masked_originals() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'masked texts deleted')
  },
}
