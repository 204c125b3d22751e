import type { PublicClient } from './public-reads.ts'

/** How many months are shown: as many as are computed (private.count_transparency). */
const TRANSPARENCY_MONTHS = 24

/** Reports, decisions and appeals by month, newest first. */
export function readTransparency(client: PublicClient) {
  return client
    .from('transparency_months')
    .select('month,figures,counted_at')
    .order('month', { ascending: false })
    .limit(TRANSPARENCY_MONTHS)
}
