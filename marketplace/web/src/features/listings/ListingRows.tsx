import { useMemo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { presentMoment } from '../../app/drawn.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { AdPrice } from './AdPrice.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { type CardBadge, chooseBadges } from './card-badges.ts'
import { useFavourites } from './favourites.ts'
import { HeartButton } from './HeartButton.tsx'
import { sayNotSaved } from './ListingGrid.tsx'
import { CONDITION_LABEL } from './labels.ts'
import type { ListingItem } from './listing.ts'
import { whereAndWhen } from './where-and-when.ts'

interface ListingRowsProps {
  items: readonly ListingItem[]
  label: string
  className?: string
}

/** Ads as lines: more of the words, less of the picture. */
export function ListingRows({ items, label, className }: ListingRowsProps) {
  const favourites = useFavourites(sayNotSaved)
  const badges = useMemo(() => chooseBadges(items, presentMoment().getTime()), [items])
  return (
    <ol aria-label={label} className={className}>
      {items.map((item, at) => (
        <li key={item.id} className="border-t border-line py-3 first:border-t-0">
          <Row
            item={item}
            badge={badges[at] ?? null}
            saved={favourites.has(item.id)}
            onToggleSaved={() => favourites.toggle(item.id)}
          />
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  item: ListingItem
  badge: CardBadge | null
  saved: boolean
  onToggleSaved: () => void
}

function Row({ item, badge, saved, onToggleSaved }: RowProps) {
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)_44px] gap-2">
      <Link
        to={paths.listing(item.id)}
        className="grid grid-cols-[88px_minmax(0,1fr)] gap-4 rounded-photo outline-offset-4 sm:grid-cols-[120px_minmax(0,1fr)]"
      >
        {item.cover ? (
          <Photo path={item.cover.path} alt={item.cover.alt || item.title} sizes="120px" />
        ) : (
          <span className="grid aspect-square place-items-center rounded-photo border border-line bg-sunken text-ink-3">
            <CategoryIcon slug={item.category} className="size-8" />
          </span>
        )}
        <span className="min-w-0 self-center">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <AdPrice ad={item} />
            {badge ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
          </span>
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {item.title}
          </span>
          <span className="type-small tnum block text-ink-3">{whereAndWhen(item)}</span>
          {item.condition && item.type !== 'wanted' ? (
            <span className="type-small block text-ink-2 max-sm:sr-only">{CONDITION_LABEL[item.condition]}</span>
          ) : null}
        </span>
      </Link>
      <HeartButton
        title={item.title}
        saved={saved}
        onToggle={onToggleSaved}
        look="plain"
        size={44}
        className="self-center"
      />
    </article>
  )
}
