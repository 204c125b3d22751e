import { Slider } from 'radix-ui'
import { useState } from 'react'
import { RADII_KM, type SearchState } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { type ChosenPlace, DEFAULT_RADIUS_KM, nearOf } from '../chosen-place.ts'
import { PlaceField } from '../PlaceField.tsx'
import { shortPlace } from '../place-words.ts'
import { thumbClass } from './RangeFacet.tsx'

interface DistanceFacetProps {
  state: SearchState
  onPlace: (place: ChosenPlace | null) => void
  onChange: (change: Partial<SearchState>) => void
}

/** The place and the radius. The slider's last position means any distance. */
export function DistanceFacet({ state, onPlace, onChange }: DistanceFacetProps) {
  const last = RADII_KM.length
  const chosen = state.radiusKm === null ? last : RADII_KM.indexOf(state.radiusKm)
  const [moved, setMoved] = useState<number | null>(null)
  const at = moved ?? chosen
  const words = at === last ? t('browse.anyDistance') : t('home.fresh.km', { km: RADII_KM[at] })
  const place = state.near && {
    id: state.near.label ?? '',
    lat: state.near.lat,
    lng: state.near.lng,
    radiusKm: state.radiusKm ?? DEFAULT_RADIUS_KM,
  }

  return (
    <div>
      <PlaceField
        place={place}
        radiusKm={state.radiusKm ?? DEFAULT_RADIUS_KM}
        onChange={(next) => {
          onPlace(next)
          onChange({ near: nearOf(next), radiusKm: next?.radiusKm ?? null })
        }}
      />
      {state.near ? (
        <>
          <p className="type-small mt-3 flex justify-between gap-2 text-ink-2">
            <span>
              {state.near.label
                ? t('browse.fromPlace', { place: shortPlace(state.near.label) })
                : t('browse.fromPoint')}
            </span>
            <strong className="tnum font-semibold text-ink">{words}</strong>
          </p>
          <Slider.Root
            value={[at]}
            min={0}
            max={last}
            step={1}
            onValueChange={([next = last]) => setMoved(next)}
            onValueCommit={([next = last]) => {
              setMoved(null)
              onChange({ radiusKm: RADII_KM[next] ?? null })
            }}
            className="relative mt-2 flex h-6 touch-none items-center"
          >
            <Slider.Track className="h-[3px] grow rounded-full bg-line">
              <Slider.Range className="absolute h-[3px] rounded-full bg-brand" />
            </Slider.Track>
            <Slider.Thumb aria-label={t('browse.distance')} aria-valuetext={words} className={thumbClass} />
          </Slider.Root>
        </>
      ) : null}
    </div>
  )
}
