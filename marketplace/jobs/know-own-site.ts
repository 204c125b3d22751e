import type { Job } from '../../backend/src/jobs/job.ts'

/** Links to the market itself are no reason to warn anybody of a message: its address is told to the guard, and an old one forgotten. */
export const knowOwnSite: Job = {
  name: 'know-own-site',
  schedule: '41 * * * *',
  atStart: true,
  async run({ sql, publicUrl }) {
    await sql`select private.know_own_site(${new URL(publicUrl).hostname})`
  },
}
