import type { RefObject } from 'react'
import { RADII_KM } from '../../../../contract/search/search-state.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { PopoverSheet } from '../../ui/PopoverSheet.tsx'
import { type ChosenPlace, DEFAULT_RADIUS_KM, type PlaceChoice } from './chosen-place.ts'
import { PlaceField } from './PlaceField.tsx'

/** The four smallest radii, and any distance. */
const RADII = [...RADII_KM.slice(0, 4), null]

interface PlacePickerProps extends PlaceChoice {
  /** The anchor, which also gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Chooses a place and a radius: a popover, on phones a sheet. Changes apply immediately. */
export function PlacePicker({ button, onClose, ...choice }: PlacePickerProps) {
  return (
    <PopoverSheet
      title={t('home.where.title')}
      button={button}
      onClose={onClose}
      footer={
        <Button className="w-full" size="lg" onClick={onClose}>
          {choice.count === undefined ? t('common.done') : t('ads.showItems', { count: choice.count })}
        </Button>
      }
    >
      <Choice {...choice} />
    </PopoverSheet>
  )
}

function Choice({ place, onChange, count }: PlaceChoice) {
  const radiusKm = place ? place.radiusKm : DEFAULT_RADIUS_KM
  return (
    // Room for the suggestions, which a sheet would otherwise clip.
    <div className="grid content-start gap-3 max-sm:min-h-[26rem]">
      <PlaceField place={place} radiusKm={radiusKm} onChange={onChange} />
      {place ? (
        <fieldset className="border-t border-line pt-3">
          <legend className="sr-only">{t('home.howFar')}</legend>
          <p className="mb-2 flex items-baseline justify-between gap-2">
            <span aria-hidden="true" className="font-semibold">
              {t('home.howFar')}
            </span>
            <span role="status" className="type-small tnum text-ink-3 max-sm:sr-only">
              {count === undefined ? '' : t('ads.items', { count })}
            </span>
          </p>
          <div className="grid grid-cols-5 gap-2">
            {RADII.map((km) => (
              <Chip
                key={km}
                selected={km === radiusKm}
                onClick={() => onChange({ ...place, radiusKm: km } satisfies ChosenPlace)}
                className="justify-center px-0!"
              >
                {km === null ? t('ads.any') : t('home.fresh.km', { km })}
              </Chip>
            ))}
          </div>
          <Button variant="ghost" className="mt-3 w-full" onClick={() => onChange(null)}>
            {t('home.lookEverywhere')}
          </Button>
        </fieldset>
      ) : null}
    </div>
  )
}
