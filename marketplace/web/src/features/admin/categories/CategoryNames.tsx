import { t } from '../../../i18n/t.ts'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import type { CategoryForm } from './edit.ts'
import { LANGUAGE_NAME, LANGUAGES } from './types.ts'

interface PartProps {
  form: CategoryForm
  onChange: (form: CategoryForm) => void
}

/** What the category is called in each language, and by which other words people look for it. */
export function CategoryNames({ form, onChange }: PartProps) {
  return (
    <>
      <fieldset>
        <legend className="type-h3 mb-3">{t('Names')}</legend>
        <div className="grid gap-4 md:grid-cols-2">
          {LANGUAGES.map((language) => (
            <Field
              key={language}
              label={LANGUAGE_NAME[language]}
              aside={language === 'en' ? null : t('optional')}
              error={language === 'en' && !form.name.en?.trim() ? t('Give it an English name.') : null}
            >
              {(control) => (
                <Input
                  {...control}
                  lang={language}
                  maxLength={60}
                  value={form.name[language] ?? ''}
                  onChange={(event) => onChange({ ...form, name: { ...form.name, [language]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="type-h3 mb-1">{t('Other names')}</legend>
        <p className="type-small mb-3 text-ink-2">
          {t(
            'Words that people use for the same: search and the suggestions while posting know them. Put commas between.',
          )}
        </p>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t('In English or any language')} className="md:col-span-2">
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                value={form.synonyms}
                onChange={(event) => onChange({ ...form, synonyms: event.target.value })}
              />
            )}
          </Field>
          {LANGUAGES.filter((language) => language !== 'en').map((language) => (
            <Field key={language} label={LANGUAGE_NAME[language]} aside={t('optional')}>
              {(control) => (
                <Input
                  {...control}
                  lang={language}
                  value={form.synonymsByLanguage[language] ?? ''}
                  onChange={(event) =>
                    onChange({
                      ...form,
                      synonymsByLanguage: { ...form.synonymsByLanguage, [language]: event.target.value },
                    })
                  }
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
    </>
  )
}
