import { type Language, offeredLanguages } from '../../../contract/languages.ts'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'
import { Select } from './Select.tsx'

/** The languages, each under its own name. Choosing one loads the page again in it. Nothing where one alone is offered. */
export function LanguageSelect({
  onChoose,
  className,
}: {
  onChoose: (language: Language) => void
  className?: string
}) {
  const languages = offeredLanguages()
  if (languages.length < 2) return null
  return (
    <Select
      size="s"
      aria-label={t('Language')}
      value={currentLanguage()}
      onChange={(event) => onChoose(event.target.value as Language)} // an option of ours
      wrapperClassName={className}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
