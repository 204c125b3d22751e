import { paths } from '../../../../../contract/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { cx } from '../../../ui/cx.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { AdPrice } from '../AdPrice.tsx'
import { CategoryIcon } from '../CategoryIcon.tsx'
import type { ListingItem } from '../listing.ts'
import { WhereAndWhen } from '../WhereAndWhen.tsx'

/** An ad over the map: a small photo with price, title and place beside it. */
export function MapCard({ item, isMarked, className }: { item: ListingItem; isMarked: boolean; className?: string }) {
  return (
    <Link
      to={paths.listing(item.id)}
      className={cx(
        'grid grid-cols-[84px_minmax(0,1fr)] gap-3 rounded-panel bg-surface',
        isMarked ? 'border-brand' : 'border-line',
        className,
      )}
    >
      {item.cover ? (
        <Photo path={item.cover.path} alt="" sizes="128px" />
      ) : (
        <span className="grid aspect-square place-items-center rounded-photo bg-sunken text-ink-3">
          <CategoryIcon slug={item.category} className="size-8" />
        </span>
      )}
      <span className="min-w-0 self-center">
        <AdPrice ad={item} />
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {item.title}
        </span>
        <WhereAndWhen item={item} />
      </span>
    </Link>
  )
}
