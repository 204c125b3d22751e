import { t } from '../../i18n/t.ts'
import { formatCount } from '../../ui/format.ts'
import type { SearchPage } from './listing.ts'

export type Total = Pick<SearchPage, 'total' | 'total_is_more'>

/** "1,000+" where there are more than search counts. */
export function formatTotal({ total, total_is_more }: Total): string {
  return total_is_more ? `${formatCount(total)}+` : formatCount(total)
}

/** "1 thing", "132 things", "1,000+ things". */
export function thingsFound(found: Total): string {
  return found.total_is_more
    ? t('{total} things', { total: formatTotal(found) })
    : t('{total, plural, one {# thing} other {# things}}', { total: found.total })
}
