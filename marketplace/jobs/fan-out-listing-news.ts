import type { Job, JobContext } from 'souk-backend/jobs'

const SEARCHES = 200

/** Compiles some of the saved searches that need it. @returns how many */
type PrepareSavedSearches = (sql: JobContext['sql'], log: JobContext['log']) => Promise<number>

/**
 * Notifies savers, followers and saved searches about ads. The database wakes it as soon as there is news; the schedule is for hourly,
 * daily and weekly digests, and for anything missed.
 */
export const fanOutListingNews = (prepare: PrepareSavedSearches): Job => ({
  name: 'fan-out-listing-news',
  schedule: '* * * * *',
  async run({ sql, log, signal }) {
    while (!signal.aborted && (await prepare(sql, log)) > 0);
    for (let isMore = true; isMore && !signal.aborted; ) {
      const [row] = await sql<{ told: boolean }[]>`select private.fan_out_listing_news() as told`
      isMore = row?.told ?? false
    }
    for (let told = SEARCHES; told === SEARCHES && !signal.aborted; ) {
      const [row] = await sql<{ told: number }[]>`select private.notify_search_hits(${SEARCHES}) as told`
      told = row?.told ?? 0
    }
  },
})

/** Words and categories change: saved searches are recompiled every night. */
export const refreshSavedSearches = (prepare: PrepareSavedSearches): Job => ({
  name: 'refresh-saved-searches',
  schedule: '41 3 * * *',
  async run({ sql, log, signal }) {
    await sql`delete from private.search_filters`
    while (!signal.aborted && (await prepare(sql, log)) > 0);
  },
})
