import type { Job } from 'souk-backend/jobs'

/** Counts the ads with very common words, so that searches need not: see private.common_words. */
export const countCommonWords: Job = {
  name: 'count-common-words',
  schedule: '17 * * * *',
  async run({ sql }) {
    await sql`select private.count_common_words()`
  },
}
