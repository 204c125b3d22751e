import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { t } from '../../i18n/t.ts'

const REASONS: Record<string, string> = {
  length: t('It is too short.'),
  characters: t('It needs more kinds of characters.'),
  pwned: t('It is known from a data leak; choose one that you use nowhere else.'),
}

/** What to say at the password field when the server answers weak_password: its sentence, and its reasons where the sentence leaves them out. */
export function weakPasswordText(error: unknown): string | null {
  if (!isAuthWeakPasswordError(error)) return null
  const more = error.reasons
    .filter((reason) => reason !== 'length' && reason !== 'characters')
    .map((reason) => REASONS[reason] ?? '')
  const fallback = error.reasons.map((reason) => REASONS[reason] ?? '')
  return [...(error.message ? [error.message, ...more] : fallback)].filter(Boolean).join(' ')
}
