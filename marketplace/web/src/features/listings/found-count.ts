import { formatCount, plural } from '../../ui/format.ts'
import type { SearchPage } from './listing.ts'

export type Total = Pick<SearchPage, 'total' | 'total_is_estimate'>

/** "about 12,000" where the total is an estimate, rounded to what an estimate can know: two digits. */
export function formatTotal({ total, total_is_estimate }: Total): string {
  return total_is_estimate ? `about ${formatCount(Number(total.toPrecision(2)))}` : formatCount(total)
}

/** "1 thing", "132 things", "about 12,000 things". */
export function thingsFound(found: Total): string {
  return found.total_is_estimate ? `${formatTotal(found)} things` : plural(found.total, 'thing')
}
