import { type ReactNode, useMemo } from 'react'
import { t } from '../../i18n/t.ts'
import { presentMoment } from '../../lib/server-rendered.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { chooseBadges } from './card-badges.ts'
import { useFavorites } from './favorites.ts'
import { ListingCard } from './ListingCard.tsx'
import type { ListingItem } from './listing.ts'

/** `wide`: five columns. `beside`: four beside the filter rail, five on very wide screens. `map`: up to three beside a map. */
export type GridKind = 'wide' | 'beside' | 'map'

const COLUMNS: Record<GridKind, string> = {
  wide: 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-5',
  beside: 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5',
  map: 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3',
}
/** Columns on phones are 44vw: a little less, so that common screens take the picture of 320 px, half the bytes of the next. */
const PHONE = '41vw'
const SIZES: Record<GridKind, string> = {
  wide: `(min-width: 1376px) 250px, (min-width: 1024px) 19vw, (min-width: 640px) 31vw, ${PHONE}`,
  beside: `(min-width: 1280px) 246px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, ${PHONE}`,
  map: `(min-width: 1024px) 190px, (min-width: 640px) 31vw, ${PHONE}`,
}
const gridClass = (kind: GridKind, className?: string) =>
  cx('grid gap-x-3 gap-y-5 md:gap-x-5 md:gap-y-6', COLUMNS[kind], className)

interface ListingGridProps {
  items: readonly ListingItem[]
  kind: GridKind
  label: string
  /** How many photos load eagerly: those above the fold. */
  eager?: number
  /** A note below each ad. */
  note?: (item: ListingItem) => string | null
  /** Called with the hovered or focused ad, or null. */
  onPoint?: (item: ListingItem | null) => void
  /** Shown after the last ad. */
  last?: ReactNode
  className?: string
}

/** Ads as an ordered list of cards. */
export function ListingGrid({ items, kind, label, eager = 0, note, onPoint, last, className }: ListingGridProps) {
  const favorites = useFavorites(sayNotSaved)
  const badges = useMemo(() => chooseBadges(items, presentMoment().getTime()), [items])
  return (
    <ol aria-label={label} className={gridClass(kind, className)}>
      {items.map((item, at) => (
        <li key={item.id} className="min-w-0">
          <ListingCard
            item={item}
            badge={badges[at] ?? null}
            saved={favorites.has(item.id)}
            onToggleSaved={() => favorites.toggle(item.id)}
            sizes={SIZES[kind]}
            priority={at < eager}
            onPoint={onPoint && ((isPointed) => onPoint(isPointed ? item : null))}
          />
          {note ? <p className="type-small mt-1 text-ink-3">{note(item)}</p> : null}
        </li>
      ))}
      {last ? <li className="min-w-0">{last}</li> : null}
    </ol>
  )
}

/** A placeholder with the geometry of the cards. */
export function ListingGridSkeleton({ count, kind, className }: { count: number; kind: GridKind; className?: string }) {
  return (
    <div aria-hidden="true" className={gridClass(kind, className)}>
      {Array.from({ length: count }, (_, at) => `waiting-${at}`).map((key) => (
        <div key={key}>
          <Skeleton className="aspect-square rounded-photo" />
          <Skeleton className="mt-3.5 h-4 w-16 rounded-badge" />
          <Skeleton className="mt-2 h-4 w-5/6 rounded-badge" />
          <Skeleton className="mt-2 mb-1 h-3 w-3/5 rounded-badge" />
        </div>
      ))}
    </div>
  )
}

/** Tells the user that saving failed; the heart itself has already been reset. */
export function sayNotSaved(): void {
  void toast({
    tone: 'error',
    title: t('ads.notSaved'),
    description: t('ads.serverUnreachable'),
  })
}
