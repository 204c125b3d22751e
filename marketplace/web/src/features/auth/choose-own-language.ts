import type { Language } from '../../../../contract/languages.ts'
import { chooseLanguage } from '../../i18n/language.ts'
import { supabase } from '../../lib/data/supabase.ts'

/** How long to wait for the account to be updated before the page reloads. */
const PATIENCE_MS = 2000

/**
 * Changes the language on this device and, for signed-in users, in the account: for other devices (profiles.locale) and for emails
 * (user_metadata.locale). A failure to update the account does not keep the page in the wrong language.
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
