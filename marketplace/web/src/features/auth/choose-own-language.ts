import type { Language } from '../../../../contract/languages.ts'
import { chooseLanguage } from '../../i18n/language.ts'
import { supabase } from '../../lib/data/supabase.ts'

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
