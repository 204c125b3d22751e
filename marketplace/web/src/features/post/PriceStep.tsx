import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { currencySign } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import { PriceGuide } from './PriceGuide.tsx'
import { Step, type StepMark } from './Step.tsx'
import { fieldId } from './steps.ts'
import type { PostForm } from './types.ts'

/** What it costs, and what similar things really sold for. */
export function PriceStep({ currency, mark }: { currency: string; mark: StepMark }) {
  const { register, formState, setValue, trigger } = useFormContext<PostForm>()
  const type = useWatch<PostForm, 'type'>({ name: 'type' })
  const isFree = type === 'free'
  const isOptional = type === 'wanted' || type === 'swap'
  return (
    <Step name="price" mark={mark}>
      <div className="grid gap-5 sm:grid-cols-[200px_1fr] sm:gap-7">
        <div className="grid content-start gap-2">
          <Field
            id={fieldId(['price'])}
            label={type === 'wanted' ? t('Your budget') : t('Your price')}
            aside={isOptional ? t('optional') : null}
            error={formState.errors.price?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...register('price')}
                disabled={isFree}
                inputMode="decimal"
                autoComplete="off"
                before={<span className="font-display text-[24px] font-[640]">{currencySign(currency)}</span>}
                beforeLetters={currencySign(currency).length}
                className="tnum h-15 font-display text-[26px] font-[680] tracking-[-0.03em] md:text-[26px]"
              />
            )}
          </Field>
          <FieldOrigin name="price" />
          <div>
            <Checkbox label={t('Open to offers')} {...register('openToOffers')} disabled={isFree} />
            {isOptional ? null : (
              <Checkbox
                label={t('Give it away')}
                checked={isFree}
                onChange={(event) => {
                  setValue('type', event.target.checked ? 'free' : 'sell', { shouldDirty: true })
                  if (event.target.checked) setValue('openToOffers', false)
                  if (formState.isSubmitted || formState.touchedFields.price) void trigger(['type', 'price'])
                }}
              />
            )}
          </div>
        </div>
        <PriceGuide />
      </div>
    </Step>
  )
}
