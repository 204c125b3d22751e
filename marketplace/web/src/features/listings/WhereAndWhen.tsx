import { shortPlaceName } from '../../i18n/place-names.ts'
import { cx } from '../../ui/cx.ts'
import { formatTimeAgo } from '../../ui/format.ts'
import type { ListingItem } from './listing.ts'
import { reachOf } from './where-and-when.ts'

/** Place, distance and age of an ad on one line. The place name is truncated; on phones the distance is not. */
export function WhereAndWhen({ item, className }: { item: ListingItem; className?: string }) {
  const reach = reachOf(item)
  return (
    <span className={cx('type-small tnum flex text-ink-3', className)}>
      <span className="truncate">{shortPlaceName(item)}</span>
      {reach ? (
        <span className={cx('shrink-0 whitespace-pre', item.distance_km === null && 'max-sm:hidden')}> · {reach}</span>
      ) : null}
      <span className="shrink-0 whitespace-pre"> · {formatTimeAgo(item.published_at)}</span>
    </span>
  )
}
