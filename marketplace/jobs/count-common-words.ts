import type { Job } from 'souk-backend/jobs'

/** What very many ads have is counted from a sample, so that no search has to: see private.common_words. */
export const countCommonWords: Job = {
  name: 'count-common-words',
  schedule: '17 * * * *',
  async run({ sql }) {
    await sql`select private.count_common_words()`
  },
}
