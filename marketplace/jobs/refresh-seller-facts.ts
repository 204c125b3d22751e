import type { Job } from '../../backend/src/jobs/job.ts'

/** Response figures change with time alone: what was not answered within a day, and what is longer ago than the window. */
export const refreshSellerFacts: Job = {
  name: 'refresh-seller-facts',
  schedule: '17 * * * *',
  async run({ sql }) {
    await sql`select private.refresh_all_response_facts()`
  },
}
