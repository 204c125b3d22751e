import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { FIELD_KINDS, type FieldKind } from '../../../../../contract/ads/category-fields.ts'
import { LANGUAGES } from '../../../../../contract/languages.ts'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field as FormField } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import { type FieldForm, fieldFormOf, fieldOf, fieldProblem, NEW_FIELD } from './edit.ts'
import { FieldOptions } from './FieldOptions.tsx'
import { useCategoryMutation } from './queries.ts'
import { type Field, hasOptions, isNumber, KIND_NAME, LANGUAGE_NAME } from './types.ts'

interface FieldDialogProps {
  slug: string
  /** Null for a new field. */
  known: Field | null
  /** Existing keys of the category. */
  taken: readonly string[]
  onClose: () => void
}

const FLAGS: readonly { flag: 'required' | 'filterable' | 'facet' | 'show_on_card'; label: string }[] = [
  { flag: 'required', label: t('admin.categories.mustBeFilledIn') },
  { flag: 'filterable', label: t('admin.categories.filterable') },
  { flag: 'facet', label: t('admin.categories.facet') },
  { flag: 'show_on_card', label: t('admin.categories.onCard') },
]

export function FieldDialog({ slug, known, taken, onClose }: FieldDialogProps) {
  const mutation = useCategoryMutation()
  const [form, setForm] = useState<FieldForm>(() => (known ? fieldFormOf(known) : NEW_FIELD))
  const [wasTried, setWasTried] = useState(false)
  const problem = fieldProblem(form, known, taken)
  const set = (changes: Partial<FieldForm>) => setForm((was) => ({ ...was, ...changes }))
  const save = () => {
    setWasTried(true)
    if (!problem) mutation.mutate({ type: 'saveField', slug, field: fieldOf(form, known) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      onClose={onClose}
      title={known ? t('admin.categories.change', { name: labelIn(known.label) }) : t('admin.categories.addAField')}
      description={known ? t('admin.categories.keyHint', { key: known.key }) : undefined}
      cancel={t('common.cancel')}
      footer={
        <Button onClick={save} loading={mutation.isPending} loadingLabel={t('common.saving')}>
          {t('admin.categories.saveField')}
        </Button>
      }
    >
      <div className="grid gap-5">
        {wasTried && problem ? (
          <p role="alert" className="flex gap-2 rounded-control bg-danger-soft p-3 text-danger-ink">
            <CircleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
            {problem}
          </p>
        ) : null}
        <fieldset>
          <legend className="mb-2 font-semibold">{t('common.name')}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {LANGUAGES.map(({ code: language }) => (
              <FormField
                key={language}
                label={LANGUAGE_NAME[language]}
                aside={language === 'en' ? null : t('common.optional')}
              >
                {(control) => (
                  <Input
                    {...control}
                    lang={language}
                    maxLength={60}
                    value={form.label[language] ?? ''}
                    onChange={(event) => set({ label: { ...form.label, [language]: event.target.value } })}
                  />
                )}
              </FormField>
            ))}
          </div>
        </fieldset>
        <FormField label={t('admin.kind')} hint={known ? t('admin.categories.kindFixedHint') : undefined}>
          {(control) => (
            <Select
              {...control}
              value={form.type}
              onChange={(event) => set({ type: event.target.value as FieldKind })} // the options below
            >
              {FIELD_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {KIND_NAME[kind]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {isNumber(form.type) ? (
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <Small label={t('admin.categories.lowest')} value={form.min} onChange={(min) => set({ min })} />
            <Small label={t('admin.categories.highest')} value={form.max} onChange={(max) => set({ max })} />
            <Small label={t('admin.categories.unit')} value={form.unit} onChange={(unit) => set({ unit })} isText />
            {form.unit.trim() === ''
              ? null
              : LANGUAGES.filter(({ code }) => code !== 'en').map(({ code: language }) => (
                  <Small
                    key={language}
                    label={t('admin.categories.unitIn', { language: LANGUAGE_NAME[language] })}
                    value={form.unitLabels[language] ?? ''}
                    onChange={(unit) => set({ unitLabels: { ...form.unitLabels, [language]: unit } })}
                    placeholder={form.unit}
                    isText
                  />
                ))}
          </div>
        ) : null}
        {hasOptions(form.type) ? (
          <FieldOptions options={form.options} onChange={(options) => set({ options })} />
        ) : null}
        <fieldset>
          <legend className="mb-1 font-semibold">{t('admin.categories.use')}</legend>
          {FLAGS.map(({ flag, label }) => (
            <Checkbox
              key={flag}
              label={label}
              checked={form[flag]}
              onChange={(event) => set({ [flag]: event.target.checked })}
            />
          ))}
        </fieldset>
      </div>
    </Dialog>
  )
}

interface SmallProps {
  label: string
  value: string
  onChange: (value: string) => void
  isText?: boolean
  placeholder?: string
}

function Small({ label, value, onChange, isText = false, placeholder }: SmallProps) {
  return (
    <FormField label={label}>
      {(control) => (
        <Input
          {...control}
          inputMode={isText ? 'text' : 'decimal'}
          maxLength={12}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  )
}
