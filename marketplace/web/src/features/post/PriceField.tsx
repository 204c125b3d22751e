import { useFormContext, useWatch } from 'react-hook-form'
import { wholeUnits } from '../../../../contract/money/money.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { currencySign } from '../../ui/format.ts'
import { formatMoneyRange } from '../../ui/format-numbers.ts'
import { Input } from '../../ui/Input.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'
import { usePriceGuide } from './queries.ts'

const NO_BREAK_SPACE = '\u00a0'

/** Price with a guide from similar sales, and the free switch. */
export function PriceField({ currency }: { currency: string }) {
  const { register, formState, setValue, trigger } = useFormContext<PostForm>()
  const [type, onRequest] = useWatch<PostForm, ['type', 'onRequest']>({ name: ['type', 'onRequest'] })
  const isFree = type === 'free'
  const isOptional = type === 'wanted' || type === 'swap'
  const sign = currencySign(currency)
  const similar = useSimilarSold(currency)
  const giveAway = (free: boolean) => {
    setValue('type', free ? 'free' : 'sell', { shouldDirty: true })
    if (free) setValue('openToOffers', false)
    if (formState.isSubmitted || formState.touchedFields.price) void trigger(['type', 'price'])
  }
  const ask = (asks: boolean) => {
    setValue('onRequest', asks, { shouldDirty: true })
    setValue('price', '', { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="relative">
      <Field
        id={fieldId(['price'])}
        label={type === 'wanted' ? t('post.yourBudget') : t('common.price')}
        aside={isOptional ? t('common.optional') : null}
        hint={isFree ? null : similar}
        error={formState.errors.price?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('price')}
            disabled={isFree || onRequest}
            inputMode="decimal"
            autoComplete="off"
            placeholder={onRequest ? t('post.priceOnRequest') : '0'}
            before={<span className="font-display text-[24px] font-[640]">{sign}</span>}
            beforeLetters={sign.length}
            className="tnum h-14 font-display text-[24px] font-[680] tracking-[-0.03em] md:text-[24px]"
          />
        )}
      </Field>
      <FieldOrigin name="price" />
      {type === 'sell' && (onRequest || formState.errors.price) ? (
        <Chip selected={onRequest} onClick={() => ask(!onRequest)} className="mt-2">
          {t('post.priceOnRequest')}
        </Chip>
      ) : null}
      {isOptional ? null : (
        <Switch
          label={t('post.giveItAway')}
          checked={isFree}
          onChange={(event) => giveAway(event.target.checked)}
          className="mt-1 flex-row-reverse justify-end! gap-3! text-ink-2 md:absolute md:end-0 md:-top-3 md:mt-0 md:gap-2! md:text-[14px]"
        />
      )}
    </div>
  )
}

/** The price guide in one line, empty with too few sales; its space is kept once there is a category. */
function useSimilarSold(currency: string): string | null {
  const [category, condition] = useWatch<PostForm, ['category', 'condition']>({ name: ['category', 'condition'] })
  const { p25, p75 } = usePriceGuide(category, condition).data ?? {}
  if (p25 === undefined || p75 === undefined) return category === '' ? null : NO_BREAK_SPACE
  // Round to whole units, given few sales.
  const range = formatMoneyRange(wholeUnits(p25, currency), wholeUnits(p75, currency), currency)
  return t('common.similarSold', { range })
}
