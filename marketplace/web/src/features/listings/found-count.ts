import { t } from '../../i18n/t.ts'
import { formatCount } from '../../ui/format.ts'
import type { SearchPage } from './listing.ts'

export type Total = Pick<SearchPage, 'total' | 'total_is_more'>

/** "1,000+" where there are more than search counts. */
export function formatTotal({ total, total_is_more }: Total): string {
  return total_is_more ? `${formatCount(total)}+` : formatCount(total)
}

/**
 * What is left of a search without the ads that this browser has opened. They are known as pages are opened: with all of them
 * open their number is exact, before that it says so.
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

/** "1 thing", "132 things", "1,000+ things". */
export function thingsFound(found: Total): string {
  return found.total_is_more
    ? t('ads.totalMany', { total: formatTotal(found) })
    : t('ads.total', { total: found.total })
}
