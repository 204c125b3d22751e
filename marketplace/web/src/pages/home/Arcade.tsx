import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import type { CategoryTree } from '../../features/listings/categories.ts'
import type { ListingItem } from '../../features/listings/listing.ts'
import { cx } from '../../ui/cx.ts'
import { formatPrice } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'

/** The three openings: width and height in pixels, the middle one highest. */
const ARCHES = [
  { width: 148, height: 276 },
  { width: 200, height: 424 },
  { width: 148, height: 332 },
] as const

/** Narrower windows have no room for the arches. */
const WIDE = '(min-width: 1024px)'

/** Below this the picture would look soft behind the tall arch. */
const SHARP_WIDTH = 900

/** Three fresh things behind arches on a ground line, with what they cost. */
export function Arcade({
  items,
  tree,
  className,
}: {
  items: ListingItem[] | undefined
  tree: CategoryTree | undefined
  className?: string
}) {
  const chosen = items ? chooseForArcade(items, tree) : []
  // As high as the middle one from the start: a browser may paint when it has read the first arch only.
  return (
    <ul className={cx('min-h-[425px] items-end gap-4 border-b border-ink', className)}>
      {ARCHES.map(({ width, height }, at) => {
        const item = chosen[at]
        const shape = { width, '--arch-ratio': width / height } as CSSProperties
        return (
          <li key={height} className="min-w-0">
            {item ? (
              <Link to={paths.listing(item.id)} className="arch arch-flat group relative block" style={shape}>
                <Photo
                  path={item.cover?.path}
                  alt={item.cover?.alt || item.title}
                  ratio={width / height}
                  sizes={`${width}px`}
                  priority={WIDE}
                  className="size-full"
                  imageClassName="transition-transform duration-500 motion-safe:group-hover:scale-[1.03]"
                />
                <span className="tnum absolute start-3 bottom-3 inline-flex h-8 items-center gap-2 rounded-[9px] bg-surface px-2.5 text-[14px] font-semibold shadow-1">
                  <span aria-hidden="true" className="size-2 rounded-full bg-saffron" />
                  {formatPrice(item.price_minor, item.currency, item.type === 'free' ? 'free' : item.price_type)}
                </span>
              </Link>
            ) : (
              <span aria-hidden="true" className="arch arch-flat block bg-sunken" style={shape} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The grid below shows the newest: the arches prefer what comes after it, so that no picture stands there twice. */
const IN_THE_GRID = 10

/** Sharp photos of things for sale, each from another part of the market where possible. */
export function chooseForArcade(items: readonly ListingItem[], tree: CategoryTree | undefined): ListingItem[] {
  const able = [...items.slice(IN_THE_GRID), ...items.slice(0, IN_THE_GRID)].filter(
    (item) => item.state === 'active' && item.type === 'sell' && item.cover && (item.cover.width ?? 0) >= SHARP_WIDTH,
  )
  const kinds = new Set<string>()
  const varied = able.filter((item) => {
    const kind = tree?.pathTo(item.category)[0]?.slug ?? item.category
    return !kinds.has(kind) && kinds.add(kind)
  })
  return [...new Set([...varied, ...able])].slice(0, ARCHES.length)
}
