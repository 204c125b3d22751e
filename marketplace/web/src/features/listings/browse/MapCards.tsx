import { type UIEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { AdPrice } from '../AdPrice.tsx'
import { CategoryIcon } from '../CategoryIcon.tsx'
import type { ListingItem } from '../listing.ts'
import { whereAndWhen } from '../where-and-when.ts'

/** After so long without moving, the card in the middle is the one that is looked at. Milliseconds. */
const AT_REST_MS = 140

interface MapCardsProps {
  items: readonly ListingItem[]
  chosenId: string | null
  onChoose: (id: string) => void
}

/** The ads of the map of a phone, side by side over its lower edge: a pin brings its card, a card in the middle marks its pin. */
export function MapCards({ items, chosenId, onChoose }: MapCardsProps) {
  const strip = useRef<HTMLOListElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const at = items.findIndex(({ id }) => id === chosenId)
  useEffect(() => () => clearTimeout(rest.current), [])
  useEffect(() => {
    const card = strip.current?.children[at]
    if (at < 0 || !strip.current || !(card instanceof HTMLElement) || middleOf(strip.current) === at) return
    strip.current.scrollTo({ left: card.offsetLeft - (strip.current.clientWidth - card.offsetWidth) / 2 })
  }, [at])
  const settle = ({ currentTarget }: UIEvent<HTMLOListElement>) => {
    clearTimeout(rest.current)
    rest.current = setTimeout(() => {
      const item = items[middleOf(currentTarget)]
      if (item && item.id !== chosenId) onChoose(item.id)
    }, AT_REST_MS)
  }
  if (items.length === 0) return null
  return (
    <ol
      ref={strip}
      aria-label={t('browse.adsOnMap')}
      onScroll={settle}
      className="scrollbar-none absolute inset-x-0 bottom-19 z-10 flex snap-x snap-mandatory gap-3 overflow-x-auto px-4 motion-safe:scroll-smooth md:hidden"
    >
      {items.map((item) => (
        <li key={item.id} className="w-[82%] max-w-80 shrink-0 snap-center">
          <Link
            to={paths.listing(item.id)}
            className={cx(
              'grid grid-cols-[84px_minmax(0,1fr)] gap-3 rounded-panel border bg-surface p-2.5 shadow-2',
              item.id === chosenId ? 'border-brand' : 'border-line',
            )}
          >
            {item.cover ? (
              <Photo path={item.cover.path} alt="" sizes="84px" />
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
              <span className="type-small tnum block truncate text-ink-3">{whereAndWhen(item)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Which card is nearest to the middle of the strip. */
function middleOf(strip: HTMLOListElement): number {
  const middle = strip.scrollLeft + strip.clientWidth / 2
  const away = [...strip.children].map((card) =>
    card instanceof HTMLElement ? Math.abs(card.offsetLeft + card.offsetWidth / 2 - middle) : Number.POSITIVE_INFINITY,
  )
  return away.indexOf(Math.min(...away))
}
