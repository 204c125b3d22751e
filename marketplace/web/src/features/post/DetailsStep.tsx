import { useController, useFormContext, useWatch } from 'react-hook-form'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { howToListen } from '../../app/can-listen.ts'
import { t } from '../../i18n/t.ts'
import { Field } from '../../ui/Field.tsx'
import { MicButton } from '../../ui/MicButton.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { AttributeField } from './AttributeField.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import { RuleNotice } from './RuleNotice.tsx'
import { Step, type StepMark } from './Step.tsx'
import { fieldId } from './steps.ts'
import { type Attribute, CONDITION_TEXT, CONDITIONS, type PostForm } from './types.ts'

const CONDITION_CARDS = CONDITIONS.map((value) => ({
  value,
  label: CONDITION_TEXT[value].label,
  line: CONDITION_TEXT[value].hint,
}))

/** Condition, the fields of the category, and the description. */
export function DetailsStep({ attributes, mark }: { attributes: readonly Attribute[]; mark: StepMark }) {
  const { register, formState, setValue, getValues } = useFormContext<PostForm>()
  const { field, fieldState } = useController<PostForm, 'condition'>({ name: 'condition' })
  const description = useWatch<PostForm, 'description'>({ name: 'description' })
  const left = LIMITS.description.max - codePoints(description)
  return (
    <Step name="details" mark={mark}>
      <RadioCards
        id={fieldId(['condition'])}
        legend={t('Condition')}
        options={CONDITION_CARDS}
        value={field.value === '' ? null : field.value}
        onChange={(value) => {
          field.onChange(value)
          field.onBlur()
        }}
        error={fieldState.error?.message}
        className="grid-cols-2 sm:grid-cols-5"
      />
      <FieldOrigin name="condition" />
      {attributes.length > 0 ? (
        <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3">
          {attributes.map((attribute) => (
            <AttributeField key={attribute.key} attribute={attribute} fields={attributes} />
          ))}
        </div>
      ) : null}
      <Field
        id={fieldId(['description'])}
        label={t('Description')}
        aside={left < 500 ? t('{left} left', { left }) : null}
        hint={t('Wear, age, what is included, and why it goes.')}
        error={formState.errors.description?.message}
      >
        {(control) => (
          <div className="relative">
            <TextArea
              {...control}
              {...register('description')}
              dir="auto"
              rows={5}
              className={howToListen() ? 'pe-12' : undefined}
            />
            <MicButton
              label={t('Dictate the text')}
              className="absolute! end-0.5 top-0.5"
              onHeard={(text) =>
                setValue('description', [getValues('description').trim(), text.trim()].filter(Boolean).join(' '), {
                  shouldDirty: true,
                  shouldTouch: true,
                  shouldValidate: true,
                })
              }
            />
          </div>
        )}
      </Field>
      <RuleNotice part="description" />
    </Step>
  )
}
