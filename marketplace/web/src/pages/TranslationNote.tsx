import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'

/** Says to readers of a translated legal text what counts where it differs from the one that it was made from. */
export function TranslationNote() {
  if (currentLanguage() === 'en') return null
  return <p role="note">{t('legal.translationNote')}</p>
}
