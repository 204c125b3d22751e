import type { Job } from 'souk-backend/jobs'

/** Estimates from a sample how often common words occur, so that searches need not count them: see private.common_words. */
export const countCommonWords: Job = {
  name: 'count-common-words',
  schedule: '17 * * * *',
  async run({ sql }) {
    await sql`select private.count_common_words()`
  },
}
