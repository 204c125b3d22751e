import type { Job } from 'souk-backend/jobs'

/**
 * What only the clock does to offers, deals and reviews: offers run out after 48 hours and reserves after 72, parcels that nobody
 * spoke about have arrived after 14 days, meet-ups are reminded of, and reviews that the other can no longer answer are shown.
 * The verbs count the clock in by themselves; this writes it down and tells people.
 */
export const settleDeals: Job = {
  name: 'settle-deals',
  schedule: '* * * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ offers: number; deals: number; received: number; reviews: number }[]>`
      select private.expire_offers() as offers, private.lapse_deals() as deals, private.complete_received() as received,
        private.publish_due_reviews() as reviews`
    await sql`select private.remind_of_deals()`
    if (row && row.offers + row.deals + row.received + row.reviews > 0) log.info(row, 'trades settled')
  },
}
