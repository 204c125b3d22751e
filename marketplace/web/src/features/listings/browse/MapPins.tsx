import { LocateFixed } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { AdCluster, AdPin, ClusterAnswer, ClusterBounds } from '../../../../../contract/search/clusters.ts'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { formatCount } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { boundsAround, type Spot } from '../../../ui/map/geometry.ts'
import { useMap } from '../../../ui/map/map-context.ts'
import { Pin, PinLayer } from '../../../ui/map/PinLayer.tsx'
import { seenAds } from '../seen-ads.ts'
import { findMarked, isOneSpot, pinPrice, spotOf } from './map-pin.ts'
import { useMarkedAd } from './marked-ad.ts'
import { STRIP_PADDING, useHasStrip } from './use-map-frame.ts'

/** Maximum useful zoom: coordinates lie on a 300 m grid. */
const CLOSEST_ZOOM = 15

/** Of a chosen pin; a cluster covers smaller ones. */
const TOP_LAYER = 30

interface MapPinsProps {
  found: ClusterAnswer
  near: Spot | null
  /** The opened spot. */
  open: ClusterBounds | null
  onOpen: (spot: ClusterBounds | null) => void
}

/** Price pins, and counts where pins would overlap. */
export function MapPins({ found, near, open, onOpen }: MapPinsProps) {
  const map = useMap()
  const hasStrip = useHasStrip()
  const seen = useSyncExternalStore(seenAds.subscribe, seenAds.read, seenAds.onServer)
  const marked = findMarked(found, useMarkedAd())
  const isWhole = ({ bounds }: AdCluster) => isOneSpot(bounds) || map.getZoom() >= CLOSEST_ZOOM
  const closer = ({ bounds }: AdCluster) => {
    const [west, south, east, north] = bounds
    const padding = hasStrip ? STRIP_PADDING : 90
    map.fitBounds([west, south, east, north], { padding, maxZoom: CLOSEST_ZOOM, duration: 300 }, { byHand: true })
    // The cluster's button disappears: keep the focus on the map.
    map.getCanvas().focus()
  }
  return (
    <>
      {near ? <ToMyArea near={near} /> : null}
      <PinLayer>
        {near ? <MyArea near={near} /> : null}
        {found.clusters.map((cluster) => {
          const { lat, lng, count, bounds } = cluster
          const isOpen = isSame(bounds, open)
          const isDark = isOpen || cluster === marked
          return (
            <Pin key={bounds.join()} lat={lat} lng={lng} layer={isDark ? TOP_LAYER : Math.round(Math.log2(count))}>
              {isWhole(cluster) ? (
                <ClusterButton {...{ count, isDark, isOpen }} onClick={() => onOpen(isOpen ? null : bounds)} />
              ) : (
                <ClusterButton {...{ count, isDark }} onClick={() => closer(cluster)} />
              )}
            </Pin>
          )
        })}
        {found.pins.map((pin) => {
          const isOpen = isSame(spotOf(pin), open)
          const isDark = isOpen || pin === marked
          return (
            <Pin key={pin.id} lat={pin.lat} lng={pin.lng} layer={isDark ? TOP_LAYER : 0}>
              <PinButton
                {...{ pin, isOpen, isDark }}
                isSeen={seen.some(({ id }) => id === pin.id)}
                onClick={() => onOpen(isOpen ? null : spotOf(pin))}
              />
            </Pin>
          )
        })}
      </PinLayer>
    </>
  )
}

/** Radius of "my area" in kilometres. */
const MY_AREA_KM = 5

/** Marks the user's location. */
function MyArea({ near }: { near: Spot }) {
  return (
    <Pin lat={near.lat} lng={near.lng}>
      <span aria-hidden="true" className="pointer-events-none grid size-8 place-items-center rounded-full bg-info/20">
        <span className="size-4 rounded-full border-[3px] border-surface bg-info shadow-1" />
      </span>
    </Pin>
  )
}

function ToMyArea({ near }: { near: Spot }) {
  const map = useMap()
  const [west, south, east, north] = boundsAround(near, MY_AREA_KM * 1000)
  return (
    <div className="absolute end-3 top-28 z-10">
      <IconButton
        icon={LocateFixed}
        label={t('browse.toMyArea')}
        look="outline"
        onClick={() => map.fitBounds([west, south, east, north], { duration: 300 }, { byHand: true })}
      />
    </div>
  )
}

function isSame(one: ClusterBounds, other: ClusterBounds | null): boolean {
  return other?.join() === one.join()
}

function sizeOf(count: number): string {
  if (count < 10) return 'size-[42px] text-[14px]'
  if (count < 30) return 'size-[50px] text-[15px]'
  return count < 1000 ? 'size-[58px] text-[16px]' : 'size-[66px] text-[16px]'
}

interface ClusterButtonProps {
  count: number
  isDark: boolean
  /** Set where a press opens the ads of one spot. */
  isOpen?: boolean
  onClick: () => void
}

function ClusterButton({ count, isDark, isOpen, onClick }: ClusterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      aria-current={isDark || undefined}
      aria-label={isOpen === undefined ? t('browse.adsGoCloser', { count }) : t('browse.countHere', { count })}
      onClick={onClick}
      className={cx(
        'hit-44 tnum grid place-items-center rounded-full border-[3px] bg-clip-padding font-semibold',
        sizeOf(count),
        isDark ? 'border-ink/35 bg-ink text-paper' : 'border-brand/35 bg-brand text-on-brand hover:bg-brand-strong',
      )}
    >
      {formatCount(count)}
    </button>
  )
}

interface PinButtonProps {
  pin: AdPin
  isOpen: boolean
  isDark: boolean
  isSeen: boolean
  onClick: () => void
}

function PinButton({ pin, isOpen, isDark, isSeen, onClick }: PinButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      aria-current={isDark || undefined}
      aria-label={t('browse.pin', { price: pinPrice(pin), title: pin.title })}
      onClick={onClick}
      className={cx(
        'hit-44 tnum inline-flex h-8 items-center rounded-full border px-2.5 text-[14px] font-semibold whitespace-nowrap shadow-1',
        isDark
          ? 'border-ink bg-ink text-paper'
          : cx('border-line-2 bg-surface hover:border-ink-3', isSeen ? 'text-ink-3' : 'text-ink'),
      )}
    >
      {pinPrice(pin)}
    </button>
  )
}
