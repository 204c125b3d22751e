import { Globe } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { type Language, offeredLanguages } from '../../../contract/languages.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { currencySign } from './format.ts'
import { Select } from './Select.tsx'

interface LanguageSelectProps {
  onChoose: (language: Language) => void
  /** A pill that also says what prices are in: "English · €". */
  isPill?: boolean
  className?: string
}

/** The languages, each under its own name. Choosing one loads the page again in it. Nothing where one alone is offered. */
export function LanguageSelect({ onChoose, isPill = false, className }: LanguageSelectProps) {
  const languages = offeredLanguages()
  if (languages.length < 2) return null
  const choice = {
    'aria-label': t('app.language'),
    value: currentLanguage(),
    onChange: (event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value as Language), // an option of ours
    children: languages.map(({ code, name }) => (
      <option key={code} value={code} lang={code}>
        {isPill ? `${name} · ${currencySign()}` : name}
      </option>
    )),
  }
  if (!isPill) return <Select size="s" wrapperClassName={className} {...choice} />
  return (
    <span className="relative">
      <select
        {...choice}
        className="h-11 appearance-none rounded-full border border-line-2 bg-surface ps-9.5 pe-4 text-[14px] text-ink-2 md:h-9"
      />
      <Globe
        aria-hidden="true"
        strokeWidth={1.75}
        className="pointer-events-none absolute start-3.5 top-1/2 size-4 -translate-y-1/2 text-ink-2"
      />
    </span>
  )
}
