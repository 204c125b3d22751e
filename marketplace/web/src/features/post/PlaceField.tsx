import { MapPin } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { placeLabel } from '../../../../contract/places.ts'
import { describeTown, type Town, townKey, useTownSuggestions } from '../../app/towns.ts'
import { t } from '../../i18n/t.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { fieldId } from './steps.ts'
import type { PostForm } from './types.ts'

/** Where the thing is: an area of a city that we know, or a town. Anything may be typed; only a suggestion has a point. */
export function PlaceField() {
  const { register, setValue, formState } = useFormContext<PostForm>()
  const text = useWatch<PostForm, 'place'>({ name: 'place' })
  const spot = useWatch<PostForm, 'spot'>({ name: 'spot' })
  const isChosen = spot !== null && placeLabel(spot) === text.trim()
  const suggested = useTownSuggestions(isChosen ? '' : text.trim())
  const choose = (town: Town) => {
    const { region: _, ...place } = town
    setValue('spot', place)
    setValue('place', placeLabel(place), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <Field
      id={fieldId(['place'])}
      label={t('Area')}
      hint={t('Buyers see the area, about 300 m wide, never your address.')}
      error={formState.errors.place?.message}
    >
      {(control) => (
        <Combobox
          {...control}
          {...register('place')}
          items={suggested}
          keyOf={townKey}
          onChoose={choose}
          render={(town) => (
            <span className="min-w-0">
              <span className="block truncate text-[14px]/5 font-semibold">{placeLabel(town)}</span>
              <span className="type-micro block truncate text-ink-3">{describeTown(town)}</span>
            </span>
          )}
          placeholder={t('Estrela, Lisbon')}
          before={<MapPin aria-hidden="true" strokeWidth={1.75} className="size-5" />}
        />
      )}
    </Field>
  )
}
