import { t } from '../../i18n/t.ts'
import { type Total, thingsFound } from './found-count.ts'

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
