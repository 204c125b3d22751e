import { LANGUAGES } from '../../../../../contract/languages.ts'
import { currentLanguage } from '../../../i18n/messages.ts'
import { t } from '../../../i18n/t.ts'
import { config } from '../../../lib/config.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { SelectField } from '../../../ui/fields.tsx'

/** Currency of new ads; null for the server's configuration. */
export function CurrencyField({
  currency,
  onChange,
}: {
  currency: string | null
  onChange: (currency: string | null) => void
}) {
  return (
    <SelectField
      label={t('admin.branding.currency')}
      hint={t('admin.branding.currencyHint', {
        currency: config.currency,
      })}
      value={currency ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{t('admin.branding.asSetUp')}</option>
      {currencies().map(({ code, name }) => (
        <option key={code} value={code}>
          {`${name} (${code})`}
        </option>
      ))}
    </SelectField>
  )
}

function currencies(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, currentLanguage()))
}

interface LanguagesFieldProps {
  /** Codes, default first; empty for the server's configuration. */
  languages: readonly string[]
  onChange: (languages: string[]) => void
}

/** Offered languages, and the default for other browsers. */
export function LanguagesField({ languages, onChange }: LanguagesFieldProps) {
  const toggle = (code: string, isOn: boolean) =>
    onChange(isOn ? [...languages, code] : languages.filter((other) => other !== code))
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-[14px]/5 font-semibold">{t('admin.branding.languages')}</legend>
      <p className="type-small text-ink-3">{t('admin.branding.languagesHint')}</p>
      <div className="grid gap-x-4 sm:grid-cols-3">
        {LANGUAGES.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={<span lang={code}>{name}</span>}
            checked={languages.includes(code)}
            onChange={(event) => toggle(code, event.target.checked)}
          />
        ))}
      </div>
      {languages.length > 1 ? (
        <SelectField
          label={t('admin.branding.defaultLanguageHint')}
          className="mt-2 max-w-sm"
          value={languages[0]}
          onChange={({ target }) => onChange([target.value, ...languages.filter((code) => code !== target.value)])}
        >
          {LANGUAGES.filter(({ code }) => languages.includes(code)).map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
    </fieldset>
  )
}
