import { t } from '../../i18n/t.ts'
import { formatCount } from '../../ui/format.ts'
import type { SearchPage } from './listing.ts'

export type Total = Pick<SearchPage, 'total' | 'total_is_more'>

/** "1,000+" when there are more than search counts. */
export function formatTotal({ total, total_is_more }: Total): string {
  return total_is_more ? `${formatCount(total)}+` : formatCount(total)
}

/**
 * The number of results without ads already opened in this browser. Those are known only for loaded pages: the number is exact once all
 * pages are loaded, and qualified before that.
 */
export function unseenFound(found: Total, hidden: number, isWhole: boolean): string {
  if (hidden === 0) return thingsFound(found)
  if (isWhole && !found.total_is_more) {
    return t('ads.foundAndSeen', {
      things: thingsFound({ total: Math.max(0, found.total - hidden), total_is_more: false }),
      hidden,
    })
  }
  return t('ads.foundAndHidden', {
    things: thingsFound(found),
    hidden,
  })
}

/** "1 item", "132 items", "1,000+ items". */
export function thingsFound(found: Total): string {
  return found.total_is_more
    ? t('ads.totalMany', { total: formatTotal(found) })
    : t('ads.total', { total: found.total })
}
