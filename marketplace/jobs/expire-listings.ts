import type { Job } from 'souk-backend/jobs'

/** Marks expired ads. Search already excludes them from that moment; this updates their sellers' dashboards. */
export const expireListings: Job = {
  name: 'expire-listings',
  schedule: '*/5 * * * *',
  async run({ sql, log }) {
    const [row] = await sql<{ expired: number }[]>`select public.expire_listings() as expired`
    if (row && row.expired > 0) log.info({ expired: row.expired }, 'ads expired')
  },
}
