import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'

/** Tells readers of a translated legal text which version prevails. */
export function TranslationNote() {
  if (currentLanguage() === 'en') return null
  return <p role="note">{t('legal.translationNote')}</p>
}
