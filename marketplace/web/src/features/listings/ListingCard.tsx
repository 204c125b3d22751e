import { Truck } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Link } from '../../lib/router.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { cx } from '../../ui/cx.ts'
import { Photo } from '../../ui/Photo.tsx'
import { AdPrice } from './AdPrice.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import type { CardBadge } from './card-badges.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import type { ListingItem } from './listing.ts'
import { WhereAndWhen } from './WhereAndWhen.tsx'

interface ListingCardProps {
  item: ListingItem
  badge: CardBadge | null
  saved: boolean
  onToggleSaved: () => void
  /** Displayed width, as in `<img sizes>`. */
  sizes: string
  /** Above the fold: its photo loads eagerly. */
  priority?: boolean
  /** Called when pointer or focus enters or leaves. */
  onPoint?: (isPointed: boolean) => void
}

/** One ad in a list: a square photo, then the price. The whole card is one link; the heart is a separate button. */
export function ListingCard({ item, badge, saved, onToggleSaved, sizes, priority, onPoint }: ListingCardProps) {
  return (
    <article className="group relative min-w-0">
      <Link
        to={paths.listing(item.id)}
        onPointerEnter={onPoint && (() => onPoint(true))}
        onPointerLeave={onPoint && (() => onPoint(false))}
        onFocus={onPoint && (() => onPoint(true))}
        onBlur={onPoint && (() => onPoint(false))}
        className="block rounded-photo outline-offset-4"
      >
        <CardPhoto item={item} sizes={sizes} priority={priority} />
        <span className="mt-2.5 flex items-baseline justify-between gap-2">
          <AdPrice ad={item} />
          {item.condition && item.type !== 'wanted' ? (
            <span className="type-micro truncate text-ink-3">{CONDITION_LABEL[item.condition]}</span>
          ) : null}
        </span>
        {item.cover ? (
          <span dir="auto" className="block truncate">
            {item.title}
          </span>
        ) : null}
        <WhereAndWhen item={item} />
      </Link>
      {badge ? (
        <span className="pointer-events-none absolute start-2 top-2">
          <Badge tone={badge.tone}>
            {badge.icon === 'truck' ? <Truck aria-hidden="true" className="size-3.5" strokeWidth={1.75} /> : null}
            {badge.label}
          </Badge>
        </span>
      ) : null}
      <FavoriteButton title={item.title} saved={saved} onToggle={onToggleSaved} className="absolute! end-2 top-2" />
    </article>
  )
}

function CardPhoto({ item, sizes, priority }: Pick<ListingCardProps, 'item' | 'sizes' | 'priority'>) {
  const [shown, setShown] = useState(0)
  const gone = item.state === 'reserved' || item.state === 'sold'
  const photos = item.photos.length > 1 ? item.photos : []
  if (!item.cover) {
    return (
      <span className="flex aspect-square flex-col justify-end gap-2 rounded-photo bg-brand-soft p-3 text-brand sm:p-4">
        <CategoryIcon slug={item.category} className="size-8 sm:size-10" />
        <span dir="auto" className="line-clamp-3 text-[15px]/5 font-semibold text-ink wrap-anywhere sm:text-[17px]/6">
          {item.title}
        </span>
      </span>
    )
  }

  // A mouse pages through the photos by its position over the picture; a tap opens the ad.
  const pageByPointer = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.pointerType !== 'mouse' || photos.length === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - box.left) / box.width) * photos.length)
    setShown(Math.min(photos.length - 1, Math.max(0, at)))
  }
  const another = shown > 0 ? photos[shown] : undefined
  return (
    <span
      className={cx('relative block overflow-hidden rounded-photo', gone && 'opacity-80 saturate-[.2]')}
      onPointerMove={pageByPointer}
      onPointerLeave={() => setShown(0)}
    >
      <Photo
        path={item.cover.path}
        alt={item.cover.alt || item.title}
        sizes={sizes}
        priority={priority}
        className="rounded-photo"
        imageClassName="transition-transform duration-500 motion-safe:group-hover:scale-[1.03]"
      />
      {another ? (
        <span className="absolute inset-0">
          <Photo path={another.path} alt={another.alt || item.title} sizes={sizes} priority className="rounded-photo" />
        </span>
      ) : null}
      <span aria-hidden="true" className="pointer-events-none absolute inset-0 rounded-photo border border-ink/8" />
      {photos.length > 0 ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 bottom-2.5 flex justify-center gap-1 opacity-0 transition-opacity group-hover:opacity-100"
        >
          {photos.map((photo, at) => (
            <span
              key={photo.path}
              className={cx(
                'h-1.5 rounded-full bg-white shadow-1 transition-all',
                at === shown ? 'w-4' : 'w-1.5 opacity-70',
              )}
            />
          ))}
        </span>
      ) : null}
    </span>
  )
}
