import type { Job } from 'souk-backend/jobs'

const SEARCHES = 200

/**
 * Tells those who wait for it what became of ads: savers, followers and saved searches. The database wakes it the moment
 * there is news; the clock is for what is due by the hour, the day or the week, and for what was left lying.
 */
export const spreadListingNews: Job = {
  name: 'spread-listing-news',
  schedule: '* * * * *',
  async run({ sql, signal }) {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const [row] = await sql<{ told: boolean }[]>`select private.spread_listing_news() as told`
      isMore = row?.told ?? false
    }
    for (let told = SEARCHES; told === SEARCHES && !signal.aborted; ) {
      const [row] = await sql<{ told: number }[]>`select private.tell_search_hits(${SEARCHES}) as told`
      told = row?.told ?? 0
    }
  },
}

/** Words and categories that saved searches are made of change: they are made ready anew every night. */
export const refreshSavedSearches: Job = {
  name: 'refresh-saved-searches',
  schedule: '41 3 * * *',
  async run({ sql }) {
    await sql`select private.refresh_saved_searches()`
  },
}
