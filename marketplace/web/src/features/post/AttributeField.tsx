import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { LIMITS } from '../../../../contract/limits.ts'
import { choiceIn, unitIn } from '../../i18n/label-in.ts'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { namedNumber, namedOption } from './attribute-match.ts'
import { FieldOrigin } from './FieldOrigin.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'
import { labelOf } from './rules.ts'
import type { Attribute } from './types.ts'
import { useFilledByTitle } from './use-filled-by-title.ts'

interface AttributeFieldProps {
  attribute: Attribute
  /** All fields of the category. */
  fields: readonly Attribute[]
}

/** An attribute's control: list, yes or no, number with unit, or short text. */
export function AttributeField({ attribute, fields }: AttributeFieldProps) {
  const { register, formState } = useFormContext<PostForm>()
  const name = `attributes.${attribute.key}` as const
  const options = optionsOf(attribute)
  const title = useWatch<PostForm, 'title'>({ name: 'title' })
  const named = useMemo(() => namedOption(attribute, title), [attribute, title])
  const number = useMemo(() => namedNumber(attribute, title, fields), [attribute, title, fields])
  useFilledByTitle(name, named?.id ?? number)
  if (attribute.type === 'multi') return <ChoicesField attribute={attribute} name={name} />
  const isNumber = attribute.type === 'int' || attribute.type === 'decimal' || attribute.type === 'year'
  return (
    <Field
      id={fieldId(['attributes', attribute.key])}
      label={labelOf(attribute)}
      aside={attribute.required ? t('post.required') : null}
      error={formState.errors.attributes?.[attribute.key]?.message}
    >
      {(control) =>
        options ? (
          <>
            <Select {...control} {...register(name)}>
              <option value="">{t('post.choose')}</option>
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.label}
                </option>
              ))}
            </Select>
            <FieldOrigin name={name} />
          </>
        ) : (
          <>
            <Input
              {...control}
              {...register(name)}
              dir={isNumber ? undefined : 'auto'}
              inputMode={isNumber ? (attribute.type === 'decimal' ? 'decimal' : 'numeric') : 'text'}
              maxLength={isNumber ? 12 : (attribute.max_length ?? LIMITS.attributeText.max)}
              after={attribute.unit ? <span className="type-small text-ink-3">{unitIn(attribute)}</span> : undefined}
              autoComplete="off"
            />
            <FieldOrigin name={name} />
          </>
        )
      }
    </Field>
  )
}

/** Multiple choice; the form stores ids, comma-separated. */
function ChoicesField({ attribute, name }: { attribute: Attribute; name: `attributes.${string}` }) {
  const { setValue, formState } = useFormContext<PostForm>()
  const value = useWatch<PostForm, typeof name>({ name }) ?? ''
  const chosen = new Set(value.split(',').filter(Boolean))
  const error = formState.errors.attributes?.[attribute.key]?.message
  const id = fieldId(['attributes', attribute.key])
  const toggle = (option: string) => {
    const next = attribute.options.map((one) => one.id).filter((one) => chosen.has(one) !== (one === option))
    setValue(name, next.join(','), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-note` : undefined}
      className="col-span-full min-w-0"
    >
      <legend className="mb-1.5 text-[14px]/5 font-semibold">{labelOf(attribute)}</legend>
      <div className="flex flex-wrap gap-2">
        {attribute.options.map((option) => (
          <Chip key={option.id} selected={chosen.has(option.id)} onClick={() => toggle(option.id)}>
            {choiceIn(option)}
          </Chip>
        ))}
      </div>
      {error ? (
        <p id={`${id}-note`} className="type-small mt-1.5 text-danger-ink">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

function optionsOf(attribute: Attribute): { id: string; label: string }[] | null {
  if (attribute.type === 'bool') {
    return [
      { id: 'yes', label: t('common.yes') },
      { id: 'no', label: t('common.no') },
    ]
  }
  return attribute.options.length > 0
    ? attribute.options.map((option) => ({ id: option.id, label: choiceIn(option) }))
    : null
}
