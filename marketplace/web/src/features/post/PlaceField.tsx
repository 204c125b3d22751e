import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { placeLabel, placesLike } from '../../../../contract/places.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import type { Town } from './api.ts'
import { useTowns } from './queries.ts'
import { fieldId } from './steps.ts'
import type { PostForm } from './types.ts'

/** How long the typing must rest before the server is asked. */
const QUIET_MS = 200
const COUNTRY = new Intl.DisplayNames('en', { type: 'region' })

/** Where the thing is: an area of a city that we know, or a town. Anything may be typed; only a suggestion has a point. */
export function PlaceField() {
  const { register, setValue, formState } = useFormContext<PostForm>()
  const text = useWatch<PostForm, 'place'>({ name: 'place' })
  const spot = useWatch<PostForm, 'spot'>({ name: 'spot' })
  const isChosen = spot !== null && placeLabel(spot) === text.trim()
  const suggested = useSuggestions(isChosen ? '' : text.trim())
  const choose = (town: Town) => {
    const { region: _, ...place } = town
    setValue('spot', place)
    setValue('place', placeLabel(place), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <Field
      id={fieldId(['place'])}
      label="Area"
      hint="Buyers see the area, about 300 m wide, never your address."
      error={formState.errors.place?.message}
    >
      {(control) => (
        <Combobox
          {...control}
          {...register('place')}
          items={suggested}
          keyOf={(town) => `${town.lat} ${town.lng}`}
          onChoose={choose}
          render={(town) => (
            <span className="min-w-0">
              <span className="block truncate text-[14px]/5 font-semibold">{placeLabel(town)}</span>
              <span className="type-micro block truncate text-ink-3">{describe(town)}</span>
            </span>
          )}
          placeholder="Estrela, Lisbon"
          before={<MapPin aria-hidden="true" strokeWidth={1.75} className="size-5" />}
        />
      )}
    </Field>
  )
}

/** Areas of the cities that we know first, they are more exact; then towns. */
function useSuggestions(text: string): Town[] {
  const [calm, setCalm] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  const towns = useTowns(calm).data ?? []
  if (text.length < 2) return []
  const areas = placesLike(text).map((place) => ({ ...place, region: '' }))
  return [...areas.slice(0, 4), ...towns].slice(0, 7)
}

function describe({ area, city, region, country }: Town): string {
  const land = country ? COUNTRY.of(country) : undefined
  return [area ? undefined : region === city ? undefined : region, land].filter(Boolean).join(', ')
}
