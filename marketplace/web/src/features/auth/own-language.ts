import { useEffect } from 'react'
import { languageOf } from '../../../../contract/languages.ts'
import { chooseLanguage, hasChosenLanguage } from '../../i18n/language.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { useAuth } from './AuthProvider.tsx'

/** On a device without a chosen language, applies the one chosen for the account elsewhere. */
export function useOwnLanguage(): void {
  const own = languageOf(useAuth().user?.user_metadata.locale)
  useEffect(() => {
    if (own && own !== currentLanguage() && !hasChosenLanguage()) chooseLanguage(own)
  }, [own])
}
