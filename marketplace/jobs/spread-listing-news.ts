import type { Job } from 'souk-backend/jobs'

const SEARCHES = 200

/**
 * Notifies savers, followers and saved searches about ads. The database wakes it as soon as there is news; the schedule is for hourly,
 * daily and weekly digests, and for anything missed.
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
      const [row] = await sql<{ told: number }[]>`select private.notify_search_hits(${SEARCHES}) as told`
      told = row?.told ?? 0
    }
  },
}

/** Synonyms and categories change: the filters of saved searches are rebuilt every night. */
export const refreshSavedSearches: Job = {
  name: 'refresh-saved-searches',
  schedule: '41 3 * * *',
  async run({ sql }) {
    await sql`select private.refresh_saved_searches()`
  },
}
