import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { LANGUAGES, type Language } from '../../../../../contract/languages.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TipButton } from '../../../ui/TipButton.tsx'
import type { FieldForm } from './edit.ts'
import { LANGUAGE_NAME } from './types.ts'

type Options = FieldForm['options']

/** A field's options: labels in one language at a time, and synonyms. */
export function FieldOptions({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const list = useRef<HTMLUListElement>(null)
  const [language, setLanguage] = useState<Language>('en')
  const change = (index: number, part: Partial<Options[number]>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...part } : option)))
  const add = () => {
    // English is the fallback, so a new option starts there.
    setLanguage('en')
    onChange([...options, { id: '', label: '', labels: {}, synonyms: '' }])
    // Focus the new line once rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('admin.categories.choices')}</legend>
      <Field label={t('admin.categories.optionNamesIn')} className="mb-3">
        {(control) => (
          <Select {...control} value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
            {LANGUAGES.map(({ code: one }) => (
              <option key={one} value={one}>
                {LANGUAGE_NAME[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ul ref={list} className="grid gap-2">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new choices have no id until they are saved, and none changes places
          <li key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2">
            <Input
              aria-label={nameOf(option, index, language)}
              placeholder={language === 'en' ? t('common.name') : option.label}
              maxLength={60}
              lang={language}
              value={language === 'en' ? option.label : (option.labels[language] ?? '')}
              onChange={(event) =>
                change(
                  index,
                  language === 'en'
                    ? { label: event.target.value }
                    : { labels: { ...option.labels, [language]: event.target.value } },
                )
              }
            />
            <Input
              aria-label={t('admin.categories.otherNamesOfChoice', { number: String(index + 1) })}
              placeholder={t('admin.categories.otherNamesHint')}
              value={option.synonyms}
              onChange={(event) => change(index, { synonyms: event.target.value })}
            />
            <TipButton
              label={t('admin.removeWord', {
                name: option.label || t('admin.categories.choiceNumber', { number: String(index + 1) }),
              })}
              onClick={() => onChange(options.filter((_, at) => at !== index))}
            >
              <X aria-hidden="true" strokeWidth={1.75} className="size-5" />
            </TipButton>
          </li>
        ))}
      </ul>
      <Button variant="soft" size="s" onClick={add} className="mt-2">
        <Plus aria-hidden="true" strokeWidth={1.75} className="size-4" />
        {t('admin.categories.addAChoice')}
      </Button>
    </fieldset>
  )
}

function nameOf(option: Options[number], index: number, language: Language): string {
  if (language === 'en') return t('admin.categories.choiceNumber', { number: String(index + 1) })
  return t('admin.categories.nameInLanguage', { name: option.label, language: LANGUAGE_NAME[language] })
}
