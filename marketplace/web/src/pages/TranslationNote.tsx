import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'

/** Says to readers of a translated legal text what counts where it differs from the one that it was made from. */
export function TranslationNote() {
  if (currentLanguage() === 'en') return null
  return (
    <p role="note">
      {t(
        'This text was written in English and translated. Where the two differ, the reading that is better for you counts.',
      )}
    </p>
  )
}
