import type { Job } from 'souk-backend/jobs'

/** Response figures change with time alone: messages unanswered for a day, and those older than the window. */
export const refreshSellerFacts: Job = {
  name: 'refresh-seller-facts',
  schedule: '17 * * * *',
  async run({ sql }) {
    await sql`select private.refresh_all_response_facts()`
    await sql`select private.forget_recoveries()`
  },
}
