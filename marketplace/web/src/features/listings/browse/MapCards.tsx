import { type UIEvent, useEffect, useRef } from 'react'
import { t } from '../../../i18n/t.ts'
import type { ListingItem } from '../listing.ts'
import { MapCard } from './MapCard.tsx'
import { markAd, useMarkedAd } from './marked-ad.ts'

/** Milliseconds without scrolling after which the centred card is selected. */
const AT_REST_MS = 140

/** On phones, ads in a strip over the map; strip and pins select each other. */
export function MapCards({ items }: { items: readonly ListingItem[] }) {
  const chosenId = useMarkedAd()?.id
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
      if (item) markAd(item)
    }, AT_REST_MS)
  }
  if (items.length === 0) return null
  return (
    <ol
      ref={strip}
      aria-label={t('browse.adsOnMap')}
      onScroll={settle}
      className="scrollbar-none absolute inset-x-0 bottom-4 z-10 flex snap-x snap-mandatory gap-3 overflow-x-auto px-4 motion-safe:scroll-smooth md:hidden"
    >
      {items.map((item) => (
        <li key={item.id} className="w-[82%] max-w-80 shrink-0 snap-center">
          <MapCard
            item={item}
            isMarked={item.id === chosenId}
            className="grid-cols-[128px_minmax(0,1fr)]! border p-3 shadow-2"
          />
        </li>
      ))}
    </ol>
  )
}

/** Index of the card nearest to the centre. */
function middleOf(strip: HTMLOListElement): number {
  const middle = strip.scrollLeft + strip.clientWidth / 2
  const away = [...strip.children].map((card) =>
    card instanceof HTMLElement ? Math.abs(card.offsetLeft + card.offsetWidth / 2 - middle) : Number.POSITIVE_INFINITY,
  )
  return away.indexOf(Math.min(...away))
}
