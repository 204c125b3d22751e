import { Globe } from 'lucide-react'
import { type Language, offeredLanguages } from '../../../contract/languages.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { useLocation } from '../lib/router.tsx'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import { cx } from './cx.ts'
import { currencySign } from './format.ts'

interface LanguageSelectProps {
  onChoose: (language: Language) => void
  /** A pill that includes the currency: "English · €". */
  isPill?: boolean
  className?: string
}

/** Reloads the page in the chosen language. Hidden with a single language. */
export function LanguageSelect({ onChoose, isPill = false, className }: LanguageSelectProps) {
  const { search } = useLocation()
  const languages = offeredLanguages()
  if (languages.length < 2) return null
  return (
    <ChoiceMenu
      label={t('app.language')}
      value={currentLanguage()}
      onChoose={onChoose}
      choices={languages.map(({ code, name }) => ({
        value: code,
        label: isPill ? `${name} · ${currencySign()}` : name,
        href: inLanguage(search, code),
        lang: code,
      }))}
      icon={isPill ? <Globe aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-2" /> : undefined}
      className={cx(
        'border border-line-2 bg-surface hover:border-ink-3',
        isPill ? 'h-11 rounded-full px-3.5 text-[14px] text-ink-2 md:h-9' : 'h-11 rounded-control px-3.5 font-semibold',
        className,
      )}
    />
  )
}

function inLanguage(search: string, language: Language): string {
  const wanted = new URLSearchParams(search)
  wanted.set('lang', language)
  return `?${wanted}`
}
