import type { Job } from 'souk-backend/jobs'

const BATCH = 200

/** Reindexes ads after an administrator changed their category's names or fields. In small batches, so that nothing is blocked for long. */
export const indexCategories: Job = {
  name: 'index-categories',
  schedule: '* * * * *',
  async run({ sql, log, signal }) {
    let total = 0
    while (!signal.aborted) {
      const [row] = await sql<{ ads: number }[]>`select private.index_changed_categories(${BATCH}) as ads`
      if (!row || row.ads === 0) break
      total += row.ads
    }
    if (total > 0) log.info({ steps: total }, 'ads reindexed after a category change')
  },
}
