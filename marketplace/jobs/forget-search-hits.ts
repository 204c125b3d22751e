import type { Job } from 'souk-backend/jobs'

/** Deletes results of saved searches after 90 days. */
export const forgetSearchHits: Job = {
  name: 'forget-search-hits',
  schedule: '53 3 * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ forgotten: number }[]>`select private.forget_search_hits() as forgotten`
    if (row && row.forgotten > 0) log.info({ forgotten: row.forgotten }, 'old saved search hits deleted')
  },
}
