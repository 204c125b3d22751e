import type { Job } from 'souk-backend/jobs'

/**
 * The guard trusts links to the market itself, and nobody else may take its name: both are told to the database at each start,
 * and old ones forgotten.
 */
export function knowOwnSite(brandName: string): Job {
  return {
    name: 'know-own-site',
    schedule: '41 * * * *',
    atStart: true,
    async run({ sql, publicUrl }) {
      await sql`select private.know_own_site(${new URL(publicUrl).hostname}), private.know_brand(${brandName})`
    },
  }
}
