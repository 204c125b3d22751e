import { LocateFixed, MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { placeLabel } from '../../../../../contract/places.ts'
import { describeTown, type Town, townKey, useTownSuggestions } from '../../../app/towns.ts'
import { t } from '../../../i18n/t.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { type ChosenPlace, placeOfDevice } from '../chosen-place.ts'

interface PlaceFieldProps {
  place: ChosenPlace | null
  /** Of a place chosen now. */
  radiusKm: number
  onChange: (place: ChosenPlace | null) => void
}

/** From where distance is measured: a town or an area by its name, or where the device is. Emptied, it is everywhere. */
export function PlaceField({ place, radiusKm, onChange }: PlaceFieldProps) {
  const shown = place ? place.id || t('Chosen point') : ''
  const [typed, setTyped] = useState(shown)
  const [problem, setProblem] = useState<string | null>(null)
  // The address is the truth: the chips, the map and the back button change it, too.
  useEffect(() => {
    setTyped(shown)
    setProblem(null)
  }, [shown])
  const suggested = useTownSuggestions(typed === shown ? '' : typed.trim())
  const choose = ({ lat, lng, ...town }: Town) => {
    if (lat !== null && lng !== null) onChange({ id: placeLabel(town), lat, lng, radiusKm })
  }
  const leave = () => {
    if (typed.trim() === '' && place) onChange(null)
    else if (typed !== shown) setProblem(t('Choose a place from the list.'))
  }
  const locate = () => {
    placeOfDevice(radiusKm).then(onChange, (failure: Error) => {
      void toast({
        tone: 'error',
        title: t('No place found'),
        description: t('{message} Type a town instead.', { message: failure.message }),
      })
    })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1.5">
      <Field label={t('Town or area')} error={problem}>
        {(control) => (
          <Combobox
            {...control}
            items={suggested}
            keyOf={townKey}
            onChoose={choose}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
            }}
            onBlur={leave}
            placeholder={t('Everywhere')}
            before={<MapPin aria-hidden="true" strokeWidth={1.75} className="size-5" />}
            className="h-11!"
            render={(town) => (
              <span className="min-w-0">
                <span className="block truncate text-[14px]/5 font-semibold">{placeLabel(town)}</span>
                <span className="type-micro block truncate text-ink-3">{describeTown(town)}</span>
              </span>
            )}
          />
        )}
      </Field>
      <IconButton label={t('Near me')} look="outline" onClick={locate} className={problem ? 'mb-6.5' : undefined}>
        <LocateFixed aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </IconButton>
    </div>
  )
}
