import type { Job } from 'souk-backend/jobs'

/**
 * Stores the market's domain, whose links scam detection trusts, and its brand name, which is reserved. Runs at each start, and removes old values.
 */
export function knowOwnSite(brandName: string): Job {
  return {
    name: 'know-own-site',
    schedule: '41 * * * *',
    atStart: true,
    async run({ sql, publicUrl }) {
      await sql`select private.set_own_site(${new URL(publicUrl).hostname}), private.set_brand_name(${brandName})`
    },
  }
}
