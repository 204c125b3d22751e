import { MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { placeLabel } from '../../../../contract/places/place-label.ts'
import { isPostcode } from '../../../../contract/places/places.ts'
import { labelName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { useTownAdvice } from '../../lib/market-places.ts'
import { nearestTown, type Town } from '../../lib/towns.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PopoverSheet } from '../../ui/PopoverSheet.tsx'
import { TownField } from '../../ui/TownField.tsx'
import { FieldButton } from './FieldButton.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'

/** The item's place. Free text is allowed; only suggestions have coordinates. */
export function PlaceField() {
  const { setValue, formState } = useFormContext<PostForm>()
  const text = useWatch<PostForm, 'place'>({ name: 'place' })
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const townAdvice = useTownAdvice(isPostcode(text))
  const problem = formState.errors.place?.message
  const error = problem && isPostcode(text) ? (townAdvice ?? problem) : problem
  const say = (place: string) =>
    setValue('place', place, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const choose = ({ region: _, ...place }: Town) => {
    setValue('spot', place)
    say(placeLabel(place))
    setIsOpen(false)
  }
  const locate = async (spot: { lat: number; lng: number }) => {
    const town = await nearestTown(spot)
    if (!town) throw new Error(t('ads.locationUnknown'))
    choose(town)
  }
  return (
    <Field id={fieldId(['place'])} label={t('common.place')} hint={t('post.place.hint')} error={error}>
      {(control) => (
        <>
          <FieldButton
            {...control}
            ref={button}
            aria-describedby={['post-place-shown', control['aria-describedby']].filter(Boolean).join(' ')}
            aria-expanded={isOpen}
            isEmpty={text === ''}
            icon={<MapPin aria-hidden="true" strokeWidth={1.75} className="size-5 text-ink-2" />}
            onClick={() => setIsOpen(true)}
            className="min-h-14"
          >
            <span id="post-place-shown">{text ? labelName(text) : t('post.choose')}</span>
          </FieldButton>
          {isOpen ? (
            <PopoverSheet
              title={t('post.place.title')}
              button={button}
              align="start"
              onClose={() => setIsOpen(false)}
              footer={
                <Button className="w-full" size="lg" onClick={() => setIsOpen(false)}>
                  {t('common.done')}
                </Button>
              }
            >
              {/* Room for the suggestions, which a sheet would clip. */}
              <div className="grid content-start max-sm:min-h-[22rem]">
                <TownField
                  shown={labelName(text)}
                  onChoose={choose}
                  onLocate={locate}
                  onDone={() => setIsOpen(false)}
                  onLeave={(typed) => {
                    say(typed)
                    return null
                  }}
                />
              </div>
            </PopoverSheet>
          ) : null}
        </>
      )}
    </Field>
  )
}
