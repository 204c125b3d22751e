import { MapPin } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.ts'
import { type ChosenPlace, DEFAULT_RADIUS_KM, PLACE_GROUPS, placeByLabel, placeOfDevice } from './chosen-place.ts'

const HERE = ':here'
const LISTED = new Set(PLACE_GROUPS.flatMap(({ labels }) => labels))

interface PlaceSelectProps {
  place: ChosenPlace | null
  onChange: (place: ChosenPlace | null) => void
  className?: string
}

/** The place in words over the browser's own select, which gives phones their picker. */
export function PlaceSelect({ place, onChange, className }: PlaceSelectProps) {
  const radiusKm = place?.radiusKm ?? DEFAULT_RADIUS_KM
  const choose = (value: string) => {
    if (value === place?.id) return
    if (value !== HERE) return onChange(value ? placeByLabel(value, radiusKm) : null)
    placeOfDevice(radiusKm).then(onChange, (problem: Error) => {
      void toast({
        tone: 'error',
        title: t('No place found'),
        description: t('{message} Choose an area instead.', { message: problem.message }),
      })
    })
  }
  return (
    <span
      className={cx(
        'relative inline-flex h-11 items-center gap-2 rounded-full px-3.5 font-medium focus-within:outline-[2.5px] focus-within:outline-focus',
        className,
      )}
    >
      <MapPin aria-hidden="true" strokeWidth={1.75} className="size-[18px] shrink-0" />
      <span aria-hidden="true" className="truncate text-[14px]">
        {placeWords(place)}
      </span>
      <select
        aria-label={t('Where to look')}
        value={place ? place.id || HERE : ''}
        onChange={(event) => choose(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer rounded-full bg-surface text-[16px] text-ink opacity-0"
      >
        <option value="">{t('Everywhere')}</option>
        <option value={HERE}>{t('Near me')}</option>
        {place?.id && !LISTED.has(place.id) ? <option value={place.id}>{place.id}</option> : null}
        {PLACE_GROUPS.map(({ city, labels }) => (
          <optgroup key={city} label={city}>
            {labels.map((label) => (
              <option key={label} value={label}>
                {label === city ? t('{city}, all areas', { city }) : label.replace(`, ${city}`, '')}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </span>
  )
}

function placeWords(place: ChosenPlace | null): string {
  if (!place) return t('Everywhere')
  return t('{shortPlace}, {radiusKm} km', { shortPlace: shortPlace(place.id), radiusKm: place.radiusKm })
}

/** "Graça" of "Graça, Lisbon"; "Near me" for the device's place. */
export function shortPlace(label: string | null): string {
  return label?.split(',')[0] || t('Near me')
}
