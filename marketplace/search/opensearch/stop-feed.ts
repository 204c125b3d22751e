import type { Job } from 'souk-backend/jobs'

/** Without a search engine the outbox is disabled; a later engine starts with a rebuild. */
export const stopFeed: Job = {
  name: 'stop-search-feed',
  schedule: '29 4 * * *',
  atStart: true,
  async run({ sql }) {
    const { count } = await sql`delete from private.search_feed`
    if (count > 0) await sql`delete from private.search_outbox`
  },
}
