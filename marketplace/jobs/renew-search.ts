import type { Job } from 'souk-backend/jobs'

const BATCH = 100

/** After an upgrade that changed the search index: reindexes existing ads, in small batches. */
export const renewSearch: Job = {
  name: 'renew-search',
  schedule: '* * * * *',
  atStart: true,
  async run({ sql, log, signal }) {
    let total = 0
    while (!signal.aborted) {
      const [row] = await sql<{ ads: number }[]>`select private.renew_search(${BATCH}) as ads`
      if (!row || row.ads === 0) break
      total += row.ads
    }
    if (total > 0) log.info({ ads: total }, 'search index rebuilt after an upgrade')
  },
}
