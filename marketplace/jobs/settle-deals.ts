import type { Job } from 'souk-backend/jobs'

/**
 * Time-based changes of offers, deals and reviews: offers expire after 48 hours and reservations after 72, unconfirmed shipments count as received
 * after 14 days, reminders of meet-ups are sent, and reviews that can no longer be answered are published. The database functions already take the
 * time into account; this persists the result and notifies users.
 */
export const settleDeals: Job = {
  name: 'settle-deals',
  schedule: '* * * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ offers: number; deals: number; received: number; reviews: number }[]>`
      select private.expire_offers() as offers, private.expire_deals() as deals, private.complete_received() as received,
        private.publish_due_reviews() as reviews`
    await sql`select private.remind_of_deals()`
    if (row && row.offers + row.deals + row.received + row.reviews > 0) log.info(row, 'deals settled')
  },
}
