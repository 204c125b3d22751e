import type { PublicClient } from './public-reads.ts'

/** How many months of figures are shown: as many as are counted (private.count_transparency). */
const TRANSPARENCY_MONTHS = 24

/** Reports, decisions and appeals by month, the newest first. */
export function readTransparency(client: PublicClient) {
  return client
    .from('transparency_months')
    .select('month,figures,counted_at')
    .order('month', { ascending: false })
    .limit(TRANSPARENCY_MONTHS)
}
