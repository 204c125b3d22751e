import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { type Box, boxOfView, writeBox } from '../../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { townsWithin } from '../../../lib/towns.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { Bounds, Spot } from '../../../ui/map/geometry.ts'
import { boundsAround, boundsOf, circle, rectangle } from '../../../ui/map/geometry.ts'
import { LazyMap } from '../../../ui/map/LazyMap.tsx'
import type { MapView } from '../../../ui/map/map-view.ts'
import { Photo } from '../../../ui/Photo.tsx'
import { AdPrice } from '../AdPrice.tsx'
import type { ListingItem } from '../listing.ts'
import { whereAndWhen } from '../where-and-when.ts'
import { LazyMapPins } from './LazyMapPins.tsx'
import { MapCards } from './MapCards.tsx'
import type { Placed } from './map-pin.ts'

interface ResultsMapProps {
  items: readonly ListingItem[]
  state: SearchState
  /** `follows` when it was the map that moved, and nobody pressed anything. */
  onSearchHere: (box: Box, follows: boolean) => void
  className?: string
}

/** Where there is nothing to show yet: all of Europe. */
const WIDE: Bounds = [-11, 35, 30, 60]
/** Ads are placed on a grid of about 300 m: closer there is nothing more to see. */
const MAX_ZOOM = 13.5

/** The ads of the list on a map. Pins stand for an area of about 300 m, never for a street address. */
export function ResultsMap({ items, state, onSearchHere, className }: ResultsMapProps) {
  const placed = useMemo(() => items.filter((item): item is Placed => item.lat !== null && item.lng !== null), [items])
  const [view, setView] = useState<MapView | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = placed.find(({ id }) => id === chosenId) ?? null
  const { bounds, area, stay } = useFrame(placed, state)
  const rest = useCallback(
    (next: MapView) => setView((last) => ({ ...next, byHand: next.byHand || (last?.byHand ?? false) })),
    [],
  )
  const [follows, setFollows] = useState(false)
  const searchHere = (byMoving: boolean) => {
    if (!view) return
    const here = boxOfView(view.bounds)
    setView({ ...view, byHand: false })
    stay(here)
    onSearchHere(here, byMoving)
  }
  const followMap = useEffectEvent(() => searchHere(true))
  const hasMoved = view?.byHand ?? false
  useEffect(() => {
    if (follows && hasMoved) followMap()
  }, [follows, hasMoved])
  return (
    <section aria-label={t('browse.mapOfAds')} className={cx('relative', className)}>
      <LazyMap
        label={t('browse.mapOfAdsHint')}
        bounds={bounds}
        maxZoom={MAX_ZOOM}
        area={area}
        source={config.map}
        namesWithin={townsWithin}
        onRest={rest}
        className="size-full md:rounded-panel md:border md:border-line"
      >
        <LazyMapPins items={placed} chosenId={chosenId} onChoose={setChosenId} />
        <div className="absolute inset-x-16 top-3 z-10 grid justify-items-center gap-2">
          <span
            className={cx(
              'rounded-full border border-line-2 bg-surface px-4 font-semibold shadow-2',
              hasMoved || follows ? null : 'max-md:hidden',
            )}
          >
            <Checkbox label={t('browse.searchAsIMove')} checked={follows} onChange={() => setFollows(!follows)} />
          </span>
          {hasMoved && !follows ? (
            <button
              type="button"
              onClick={() => searchHere(false)}
              className="inline-flex h-11 items-center gap-2 rounded-full border border-line-2 bg-surface px-4 text-[14px] font-semibold shadow-2 hover:border-ink-3"
            >
              <Search aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
              {t('browse.searchThisArea')}
            </button>
          ) : null}
        </div>
        {chosen ? <ChosenCard item={chosen} onClose={() => setChosenId(null)} /> : null}
        <p
          className={cx(
            'type-micro pointer-events-none absolute start-12 bottom-3.5 z-10 max-md:start-4 max-md:top-3 max-md:bottom-auto rounded-badge bg-surface/85 px-1.5 text-ink-2',
            (hasMoved || follows) && 'max-md:hidden',
          )}
        >
          {t('browse.pinsShowArea')}
        </p>
      </LazyMap>
      <MapCards items={placed} chosenId={chosenId} onChoose={setChosenId} />
    </section>
  )
}

function ChosenCard({ item, onClose }: { item: ListingItem; onClose: () => void }) {
  return (
    <div className="absolute inset-x-3 bottom-12 z-10 mx-auto max-w-sm max-md:hidden rounded-panel border border-line bg-surface p-2.5 shadow-2">
      <Link to={paths.listing(item.id)} className="grid grid-cols-[84px_minmax(0,1fr)] gap-3 rounded-photo pe-9">
        <Photo path={item.cover?.path} alt="" sizes="84px" />
        <span className="min-w-0 self-center">
          <AdPrice ad={item} />
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {item.title}
          </span>
          <span className="type-small tnum block truncate text-ink-3">{whereAndWhen(item)}</span>
        </span>
      </Link>
      <IconButton label={t('common.close')} size={36} onClick={onClose} className="absolute! end-2 top-2">
        <X aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </IconButton>
    </div>
  )
}

/** What must be in view. Who searched what the map showed already has it: there the map stays as it is. */
function useFrame(placed: readonly Spot[], { near, radiusKm, box }: SearchState) {
  const framed = useMemo(() => frame(placed, near, radiusKm, box), [placed, near, radiusKm, box])
  const [stays, setStays] = useState<{ box: string; from: string | null; bounds: Bounds } | null>(null)
  const current = writeBox(box)
  // Until the address has followed, the search is still the one from before.
  const isStaying = stays !== null && (current === stays.box || current === stays.from)
  if (stays && stays.from !== null && current === stays.box) setStays({ ...stays, from: null })
  const bounds = isStaying ? stays.bounds : framed.bounds
  return { bounds, area: framed.area, stay: (here: Box) => setStays({ box: writeBox(here), from: current, bounds }) }
}

/** The box or the circle of the search where there is one, else all ads. */
function frame(placed: readonly Spot[], near: Spot | null, radiusKm: number | null, box: Box | null) {
  if (box) {
    const [west, south, east, north] = box
    const bounds: Bounds = [west, south, west <= east ? east : east + 360, north]
    return { bounds, area: { ...rectangle(bounds), properties: { fill: 0.06 } } }
  }
  if (near && radiusKm !== null) {
    return {
      bounds: boundsAround(near, radiusKm * 1000),
      area: { ...circle(near, radiusKm * 1000), properties: { fill: 0.06 } },
    }
  }
  return { bounds: boundsOf(near ? [near, ...placed] : placed) ?? WIDE, area: null }
}
