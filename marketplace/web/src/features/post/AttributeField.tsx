import { useFormContext } from 'react-hook-form'
import { LIMITS } from '../../../../contract/limits.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { labelOf } from './schema.ts'
import { fieldId } from './steps.ts'
import type { Attribute, PostForm } from './types.ts'

/** One field of the category, drawn by its type: a list, yes or no, a number with its unit, or a short text. */
export function AttributeField({ attribute }: { attribute: Attribute }) {
  const { register, formState } = useFormContext<PostForm>()
  const name = `attributes.${attribute.key}` as const
  const options = optionsOf(attribute)
  const isNumber = attribute.type === 'int' || attribute.type === 'decimal' || attribute.type === 'year'
  return (
    <Field
      id={fieldId(['attributes', attribute.key])}
      label={labelOf(attribute)}
      aside={attribute.required ? null : 'optional'}
      error={formState.errors.attributes?.[attribute.key]?.message}
    >
      {(control) =>
        options ? (
          <Select {...control} {...register(name)}>
            <option value="">Choose</option>
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.label}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...control}
            {...register(name)}
            inputMode={isNumber ? (attribute.type === 'decimal' ? 'decimal' : 'numeric') : 'text'}
            maxLength={isNumber ? 12 : (attribute.max_length ?? LIMITS.attributeText.max)}
            after={attribute.unit ? <span className="type-small text-ink-3">{attribute.unit}</span> : undefined}
            autoComplete="off"
          />
        )
      }
    </Field>
  )
}

function optionsOf(attribute: Attribute): { id: string; label: string }[] | null {
  if (attribute.type === 'bool') {
    return [
      { id: 'yes', label: 'Yes' },
      { id: 'no', label: 'No' },
    ]
  }
  return attribute.options.length > 0 ? attribute.options : null
}
