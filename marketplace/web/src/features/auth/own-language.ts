import { useEffect } from 'react'
import { type Language, languageOf } from '../../../../contract/languages.ts'
import { supabase } from '../../app/supabase.ts'
import { chooseLanguage, currentLanguage, hasChosenLanguage } from '../../i18n/language.ts'
import { useAuth } from './AuthProvider.tsx'

/** How long a choice waits for being kept with the account before the page loads again. */
const PATIENCE_MS = 2000

/**
 * Changes the language on this device and, for members, with the account: for other devices (profiles.locale) and for
 * mails (user_metadata.locale). That it could not be kept there is no reason to go on in the wrong language.
 */
export async function chooseOwnLanguage(language: Language, userId: string | null): Promise<void> {
  if (userId !== null) {
    const kept = Promise.allSettled([
      supabase.from('profiles').update({ locale: language }).eq('id', userId),
      supabase.auth.updateUser({ data: { locale: language } }),
    ])
    await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  }
  chooseLanguage(language)
}

/** On a device where nothing was chosen yet, the language that was chosen for the account elsewhere. */
export function useOwnLanguage(): void {
  const own = languageOf(useAuth().user?.user_metadata.locale)
  useEffect(() => {
    if (own && own !== currentLanguage() && !hasChosenLanguage()) chooseLanguage(own)
  }, [own])
}
