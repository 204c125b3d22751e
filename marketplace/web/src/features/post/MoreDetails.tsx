import { ChevronDown } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { CONDITIONS } from '../../../../contract/ads/listing-values.ts'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CONDITION_LABEL } from '../../ui/conditions.ts'
import { Field } from '../../ui/Field.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Input } from '../../ui/Input.tsx'
import { AttributeField } from './AttributeField.tsx'
import { attributeWords } from './attribute-words.ts'
import { DeliveryField } from './DeliveryField.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'
import { readSpokenAd } from './spoken/spoken-ad.ts'
import type { Attribute } from './types.ts'
import { useFilledByTitle } from './use-filled-by-title.ts'

interface MoreDetailsProps {
  attributes: readonly Attribute[]
  currency: string
  /** Contains a missing or invalid field. */
  isNeeded: boolean
}

/** Optional fields, collapsed into a summary of their values. */
export function MoreDetails({ attributes, currency, isNeeded }: MoreDetailsProps) {
  const [isOpen, setIsOpen] = useState(isNeeded)
  useEffect(() => {
    if (!isNeeded) return
    // Let fields be filled from the title first.
    const timer = setTimeout(() => setIsOpen(true))
    return () => clearTimeout(timer)
  }, [isNeeded])
  const form = useWatch<PostForm>() as PostForm
  const facts = factsOf(form, attributes)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group border-y border-line"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2.5 [&::-webkit-details-marker]:hidden">
        <span className="shrink-0 font-semibold">{t('post.moreDetails')}</span>
        <span className="min-w-0 flex-1 py-2 text-[14px]/5 text-ink-3 group-open:invisible">
          {facts.length > 0 ? facts.join(' · ') : t('post.moreDetails.line')}
        </span>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-6 pt-2 pb-6">
        <DescriptionField />
        {form.type === 'wanted' ? null : <ConditionField />}
        {attributes.length > 0 ? (
          <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
            {attributes.map((attribute) => (
              <AttributeField key={attribute.key} attribute={attribute} fields={attributes} />
            ))}
          </div>
        ) : null}
        <DeliveryField currency={currency} />
        {form.type === 'sell' ? <SellingFields /> : null}
      </div>
    </details>
  )
}

/** Filled-in values; booleans need their label. */
function factsOf(form: PostForm, attributes: readonly Attribute[]): string[] {
  const details = attributes.flatMap((attribute) => {
    const text = form.attributes[attribute.key]?.trim()
    return text && attribute.type !== 'bool' ? [attributeWords(attribute, text)] : []
  })
  return form.condition ? [CONDITION_LABEL[form.condition], ...details] : details
}

function ConditionField() {
  const { field } = useController<PostForm, 'condition'>({ name: 'condition' })
  const title = useWatch<PostForm, 'title'>({ name: 'title' })
  const said = useMemo(() => readSpokenAd(title).condition, [title])
  useFilledByTitle('condition', said)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('common.condition')}</legend>
      <div className="flex flex-wrap gap-2">
        {CONDITIONS.map((value) => (
          <Chip
            key={value}
            selected={field.value === value}
            onClick={() => field.onChange(field.value === value ? '' : value)}
          >
            {CONDITION_LABEL[value]}
          </Chip>
        ))}
      </div>
      <FieldOrigin name="condition" />
    </fieldset>
  )
}

function DescriptionField() {
  const { register, formState } = useFormContext<PostForm>()
  const description = useWatch<PostForm, 'description'>({ name: 'description' })
  const left = LIMITS.description.max - codePoints(description)
  return (
    <TextAreaField
      id={fieldId(['description'])}
      label={t('common.description')}
      aside={left < 500 ? t('post.charactersLeft', { left }) : null}
      error={formState.errors.description?.message}
      {...register('description')}
      dir="auto"
      rows={4}
      placeholder={t('post.description.placeholder')}
    />
  )
}

function SellingFields() {
  const { register, formState, setValue } = useFormContext<PostForm>()
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field id={fieldId(['quantity'])} label={t('post.quantity')} error={formState.errors.quantity?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('quantity')}
            inputMode="numeric"
            autoComplete="off"
            className="tnum max-w-28"
          />
        )}
      </Field>
      <div className="sm:pt-5">
        <Checkbox label={t('common.openToOffers')} {...register('openToOffers')} />
        <Checkbox
          label={t('post.priceOnRequest')}
          {...register('onRequest', {
            onChange: (event) => {
              if (event.target.checked) setValue('price', '', { shouldDirty: true, shouldValidate: true })
            },
          })}
        />
      </div>
    </div>
  )
}
