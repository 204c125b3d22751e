import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Link } from '../../lib/router.tsx'
import { presentMoment } from '../../lib/server-rendered.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { Photo } from '../../ui/Photo.tsx'
import { AdPrice } from './AdPrice.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { type CardBadge, chooseBadges, repeatsPrice } from './card-badges.ts'
import { descriptionsQuery } from './descriptions.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { useFavorites } from './favorites.ts'
import { sayNotSaved } from './ListingGrid.tsx'
import type { ListingItem } from './listing.ts'
import { whereAndWhen } from './where-and-when.ts'

interface ListingRowsProps {
  items: readonly ListingItem[]
  label: string
  className?: string
}

/** Ads as rows: more text, smaller pictures. */
export function ListingRows({ items, label, className }: ListingRowsProps) {
  const favorites = useFavorites(sayNotSaved)
  const descriptions = useQuery(descriptionsQuery(items.map(({ id }) => id)))
  const badges = useMemo(() => chooseBadges(items, presentMoment().getTime()), [items])
  return (
    <ol aria-label={label} className={className}>
      {items.map((item, at) => (
        <li key={item.id} className="border-t border-line py-3 first:border-t-0">
          <Row
            item={item}
            badge={badges[at] ?? null}
            description={descriptions.data?.[item.id] ?? ''}
            saved={favorites.has(item.id)}
            onToggleSaved={() => favorites.toggle(item.id)}
          />
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  item: ListingItem
  badge: CardBadge | null
  /** Loaded after the ad; its lines are reserved. */
  description: string
  saved: boolean
  onToggleSaved: () => void
}

function Row({ item, badge, description, saved, onToggleSaved }: RowProps) {
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)_44px] gap-2">
      <Link
        to={paths.listing(item.id)}
        className="grid grid-cols-[88px_minmax(0,1fr)] gap-4 rounded-photo outline-offset-4 sm:grid-cols-[168px_minmax(0,1fr)]"
      >
        {item.cover ? (
          <Photo path={item.cover.path} alt={item.cover.alt || item.title} sizes="(min-width: 640px) 168px, 88px" />
        ) : (
          <span className="grid aspect-square place-items-center rounded-photo bg-brand-soft text-brand">
            <CategoryIcon slug={item.category} className="size-8" />
          </span>
        )}
        <span className="min-w-0 self-center">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <AdPrice ad={item} />
            {badge && !repeatsPrice(item, badge) ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
          </span>
          <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere sm:text-[17px]/6">
            {item.title}
          </span>
          <span dir="auto" className="type-small mt-1 line-clamp-2 min-h-10 max-w-[72ch] text-ink-2 wrap-anywhere">
            {description}
          </span>
          <span className="type-small tnum mt-1 block text-ink-3">
            {[item.type === 'wanted' ? null : item.condition && CONDITION_LABEL[item.condition], whereAndWhen(item)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </Link>
      <FavoriteButton
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
