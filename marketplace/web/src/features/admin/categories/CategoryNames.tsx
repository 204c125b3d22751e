import { LANGUAGES } from '../../../../../contract/languages.ts'
import { t } from '../../../i18n/t.ts'
import { InputField, TextAreaField } from '../../../ui/fields.tsx'
import type { CategoryForm } from './edit.ts'
import { LANGUAGE_NAME } from './types.ts'

interface PartProps {
  form: CategoryForm
  onChange: (form: CategoryForm) => void
}

/** Names and synonyms by language. */
export function CategoryNames({ form, onChange }: PartProps) {
  return (
    <>
      <fieldset>
        <legend className="type-h3 mb-3">{t('admin.categories.names')}</legend>
        <div className="grid gap-4 md:grid-cols-2">
          {LANGUAGES.map(({ code: language }) => (
            <InputField
              key={language}
              label={LANGUAGE_NAME[language]}
              aside={language === 'en' ? null : t('common.optional')}
              error={language === 'en' && !form.name.en?.trim() ? t('admin.categories.englishNameMissing') : null}
              lang={language}
              maxLength={60}
              value={form.name[language] ?? ''}
              onChange={(event) => onChange({ ...form, name: { ...form.name, [language]: event.target.value } })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="type-h3 mb-1">{t('admin.categories.otherNames')}</legend>
        <p className="type-small mb-3 text-ink-2">{t('admin.categories.synonymsHint')}</p>
        <div className="grid gap-4 md:grid-cols-2">
          <TextAreaField
            label={t('admin.categories.inAnyLanguage')}
            className="md:col-span-2"
            rows={2}
            value={form.synonyms}
            onChange={(event) => onChange({ ...form, synonyms: event.target.value })}
          />
          {LANGUAGES.filter(({ code }) => code !== 'en').map(({ code: language }) => (
            <InputField
              key={language}
              label={LANGUAGE_NAME[language]}
              aside={t('common.optional')}
              lang={language}
              value={form.synonymsByLanguage[language] ?? ''}
              onChange={(event) =>
                onChange({
                  ...form,
                  synonymsByLanguage: { ...form.synonymsByLanguage, [language]: event.target.value },
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
