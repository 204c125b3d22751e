import { t } from '../../i18n/t.ts'
import { formatCount } from '../../ui/format.ts'
import type { SearchPage } from './listing.ts'

export type Total = Pick<SearchPage, 'total' | 'total_is_more'>

/** "1,000+" when there are more than search counts. */
export function formatTotal({ total, total_is_more }: Total): string {
  return total_is_more ? `${formatCount(total)}+` : formatCount(total)
}

/** "1 item", "132 items", "1,000+ items". */
export function thingsFound(found: Total): string {
  return found.total_is_more
    ? t('ads.totalMany', { total: formatTotal(found) })
    : t('ads.total', { total: found.total })
}
