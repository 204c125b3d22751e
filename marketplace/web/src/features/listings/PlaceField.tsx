import { placeLabel } from '../../../../contract/places/place-label.ts'
import { labelName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { TownField } from '../../ui/TownField.tsx'
import type { ChosenPlace } from './chosen-place.ts'

interface PlaceFieldProps {
  place: ChosenPlace | null
  /** Radius for a newly chosen place. */
  radiusKm: number | null
  onChange: (place: ChosenPlace | null) => void
}

/** The place that distances are measured from. Clearing it means everywhere. */
export function PlaceField({ place, radiusKm, onChange }: PlaceFieldProps) {
  const leave = (typed: string) => {
    if (typed !== '' || !place) return t('browse.choosePlaceFromList')
    onChange(null)
    return null
  }
  return (
    <TownField
      shown={place ? labelName(place.id) || t('browse.chosenPoint') : ''}
      placeholder={t('ads.everywhere')}
      onChoose={({ lat, lng, ...town }) => {
        if (lat !== null && lng !== null) onChange({ id: placeLabel(town), lat, lng, radiusKm })
      }}
      onLocate={(spot) => onChange({ id: '', ...spot, radiusKm })}
      onLeave={leave}
    />
  )
}
