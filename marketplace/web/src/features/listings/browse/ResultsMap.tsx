import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ClusterBounds, ClusterSearch } from '../../../../../contract/search/clusters.ts'
import { searchParams } from '../../../../../contract/search/search-params.ts'
import type { Box } from '../../../../../contract/search/search-place.ts'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { townsWithin } from '../../../lib/towns.ts'
import { cx } from '../../../ui/cx.ts'
import { LazyMap } from '../../../ui/map/LazyMap.tsx'
import type { MapView } from '../../../ui/map/map-view.ts'
import { Switch } from '../../../ui/Switch.tsx'
import type { ListingItem } from '../listing.ts'
import { boxOfView } from './box-of-view.ts'
import { adsAtQuery, clustersQuery } from './clusters.ts'
import { MapCards } from './MapCards.tsx'
import type { MapPins as Pins } from './MapPins.tsx'
import { markAd } from './marked-ad.ts'
import { SpotAds } from './SpotAds.tsx'
import { useMapFrame } from './use-map-frame.ts'

interface ResultsMapProps {
  items: readonly ListingItem[]
  state: SearchState
  /** The box of the search is only where the map opens. */
  isOpening: boolean
  /** Where it opens is not known yet. */
  isPlacing: boolean
  /** `follows` is true for automatic moves. */
  onSearchHere: (box: Box, follows: boolean) => void
  className?: string
}

/** Search results on a map, clustered by the server. Pins mark areas of about 300 m, not addresses. */
export function ResultsMap({ items, state, isOpening, isPlacing, onSearchHere, className }: ResultsMapProps) {
  const [view, setView] = useState<MapView | null>(null)
  const [follows, setFollows] = useState(true)
  const { bounds, padding, maxZoom, area, isFramed, stay } = useMapFrame(state, isOpening)
  const isReady = isFramed && !isPlacing
  const rest = useCallback(
    (next: MapView) => setView((last) => ({ ...next, byHand: next.byHand || (last?.byHand ?? false) })),
    [],
  )
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
  const clusters = useQuery({
    ...clustersQuery(view ? inView(state, view) : { zoom: 0 }),
    enabled: view !== null && isReady,
  })
  const [open, setOpen] = useState<ClusterBounds | null>(null)
  const opened = useOpened(state, open)
  return (
    <section aria-label={t('browse.mapOfAds')} className={cx('relative', className)}>
      <LazyMap
        label={t('browse.mapOfAdsHint')}
        bounds={bounds}
        maxZoom={maxZoom}
        padding={padding}
        area={follows && state.box ? null : area}
        source={config.map}
        namesWithin={townsWithin}
        onRest={rest}
        className="size-full max-md:[&_.maplibregl-ctrl-bottom-left]:top-0 max-md:[&_.maplibregl-ctrl-bottom-left]:bottom-auto md:max-lg:rounded-panel md:max-lg:border lg:border-s border-line"
      >
        {clusters.data && isReady ? (
          <LazyMapPins found={clusters.data} near={state.near} open={open} onOpen={setOpen} />
        ) : null}
        <div className="absolute inset-x-16 top-3 z-10 grid justify-items-center gap-2">
          <div className="rounded-full border border-line-2 bg-surface px-4 text-[14px] font-semibold shadow-2">
            <Switch
              label={t('browse.searchAsIMove')}
              checked={follows}
              onChange={() => setFollows(!follows)}
              className="flex-row-reverse gap-2.5!"
            />
          </div>
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
        {opened.length > 0 ? <SpotAds items={opened} onClose={() => setOpen(null)} /> : null}
        <p className="type-micro pointer-events-none absolute start-2.5 bottom-12 z-10 rounded-badge bg-surface/85 px-1.5 text-ink-2 max-md:hidden">
          {t('browse.pinsShowArea')}
        </p>
      </LazyMap>
      <MapCards items={[...opened.filter(({ id }) => !items.some((item) => item.id === id)), ...items]} />
    </section>
  )
}

/** The search limited to the visible part, if the user moved the map elsewhere. */
function inView(state: SearchState, { bounds, zoom, byHand }: MapView): ClusterSearch {
  const { sort: _, ...params } = searchParams(state)
  return { ...params, box: (!byHand && state.box) || boxOfView(bounds), zoom: Math.round(zoom * 4) / 4 }
}

/** Half of the coordinate grid, in degrees. */
const HALF_STEP = 0.001

/** Ads of the opened spot, the first marked. */
function useOpened(state: SearchState, open: ClusterBounds | null): readonly ListingItem[] {
  const [west, south, east, north] = open ?? [0, 0, 0, 0]
  const box = boxOfView([west - HALF_STEP, south - HALF_STEP, east + HALF_STEP, north + HALF_STEP])
  const { data } = useQuery({ ...adsAtQuery({ ...searchParams(state), box }), enabled: open !== null })
  const items = open && data ? data : []
  const [first] = items
  useEffect(() => {
    if (first) markAd(first)
    return () => markAd(null)
  }, [first])
  return items
}

const MapPins = lazy(async () => ({ default: (await import('./MapPins.tsx')).MapPins }))

/** Loads the pins with their own boundary, so that the map does not wait. */
function LazyMapPins(props: Parameters<typeof Pins>[0]) {
  return (
    <Suspense fallback={null}>
      <MapPins {...props} />
    </Suspense>
  )
}
