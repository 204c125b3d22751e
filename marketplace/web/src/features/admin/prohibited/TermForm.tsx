import { type FormEvent, useState } from 'react'
import { LANGUAGES } from '../../../../../contract/languages.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { InputField, SelectField } from '../../../ui/fields.tsx'
import { SEVERITY_NAME, type Severity, type Term } from './api.ts'

/** Books about prohibited items are allowed. */
const NOT_IN_BOOKS = { not_in: ['books-media'], category: null, regions: null }

interface TermFormProps {
  rule: string
  isSaving: boolean
  onSave: (term: Omit<Term, 'id'>) => Promise<unknown>
}

/** Adds a term to a rule, replacing an equal one. */
export function TermForm({ rule, isSaving, onSave }: TermFormProps) {
  const [term, setTerm] = useState('')
  const [severity, setSeverity] = useState<Severity>('review')
  const [language, setLanguage] = useState<string>('en')
  const [unless, setUnless] = useState('')
  const [anywhere, setAnywhere] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const harmless = unless
      .split(',')
      .map((phrase) => phrase.trim())
      .filter(Boolean)
    await onSave({
      rule,
      term: term.trim().toLowerCase(),
      severity,
      language,
      unless: harmless,
      anywhere,
      ...NOT_IN_BOOKS,
    })
    setTerm('')
    setUnless('')
  }
  return (
    <form onSubmit={(event) => void save(event).catch(() => undefined)} className="panel mt-5 grid gap-4 p-4 md:p-5">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <InputField
          label={t('admin.prohibited.wordOrPhrase')}
          hint={t('admin.prohibited.wildcardHint')}
          value={term}
          maxLength={80}
          onChange={(event) => setTerm(event.target.value)}
        />
        <SelectField
          label={t('admin.prohibited.adIs')}
          value={severity}
          onChange={(event) => setSeverity(event.target.value as Severity)} // the options below
        >
          {Object.entries(SEVERITY_NAME).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('app.language')} value={language} onChange={(event) => setLanguage(event.target.value)}>
          {LANGUAGES.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
      </div>
      <InputField
        label={t('admin.prohibited.harmlessIn')}
        aside={t('common.optional')}
        hint={t('admin.prohibited.harmlessHint')}
        value={unless}
        onChange={(event) => setUnless(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label={t('admin.prohibited.asSevereInText')}
          checked={anywhere}
          onChange={(event) => setAnywhere(event.target.checked)}
        />
        <Button type="submit" disabled={term.trim().length < 2} loading={isSaving} loadingLabel={t('common.saving')}>
          {t('admin.prohibited.addTheWord')}
        </Button>
      </div>
    </form>
  )
}
