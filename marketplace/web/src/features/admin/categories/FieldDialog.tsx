import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
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
import { useCategoryActs } from './queries.ts'
import {
  FIELD_KINDS,
  type Field,
  type FieldKind,
  hasOptions,
  isNumber,
  KIND_NAME,
  LANGUAGE_NAME,
  LANGUAGES,
} from './types.ts'

interface FieldDialogProps {
  slug: string
  /** Null for a new field. */
  known: Field | null
  /** Keys that the category has. */
  taken: readonly string[]
  onClose: () => void
}

const FLAGS: readonly { flag: 'required' | 'filterable' | 'facet' | 'show_on_card'; label: string }[] = [
  { flag: 'required', label: t('Must be filled in') },
  { flag: 'filterable', label: t('People can filter by it, and words find it') },
  { flag: 'facet', label: t('Offer it among the filters, with counts') },
  { flag: 'show_on_card', label: t('Show it on the card') },
]

/** One field: its names, its kind with what belongs to that, and where it is used. */
export function FieldDialog({ slug, known, taken, onClose }: FieldDialogProps) {
  const acts = useCategoryActs()
  const [form, setForm] = useState<FieldForm>(() => (known ? fieldFormOf(known) : NEW_FIELD))
  const [wasTried, setWasTried] = useState(false)
  const problem = fieldProblem(form, known, taken)
  const set = (changes: Partial<FieldForm>) => setForm((was) => ({ ...was, ...changes }))
  const save = () => {
    setWasTried(true)
    if (!problem) acts.mutate({ act: 'saveField', slug, field: fieldOf(form, known) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={known ? t('Change “{name}”', { name: labelIn(known.label) }) : t('Add a field')}
      description={known ? t('Key {key}. Ads keep what they say.', { key: known.key }) : undefined}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button onClick={save} loading={acts.isPending} loadingLabel={t('Saving')}>
            {t('Save field')}
          </Button>
        </>
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
          <legend className="mb-2 font-semibold">{t('Name')}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {LANGUAGES.map((language) => (
              <FormField
                key={language}
                label={LANGUAGE_NAME[language]}
                aside={language === 'en' ? null : t('optional')}
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
        <FormField
          label={t('Kind')}
          hint={known ? t('Another kind is possible only while no ad has a value.') : undefined}
        >
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
            <Small label={t('Lowest')} value={form.min} onChange={(min) => set({ min })} />
            <Small label={t('Highest')} value={form.max} onChange={(max) => set({ max })} />
            <Small label={t('Unit')} value={form.unit} onChange={(unit) => set({ unit })} isText />
            {form.unit.trim() === ''
              ? null
              : LANGUAGES.filter((language) => language !== 'en').map((language) => (
                  <Small
                    key={language}
                    label={t('Unit, {language}', { language: LANGUAGE_NAME[language] })}
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
          <legend className="mb-1 font-semibold">{t('Use')}</legend>
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
