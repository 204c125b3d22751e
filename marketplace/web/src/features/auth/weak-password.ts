import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'

const REASONS = {
  length: t('auth.passwordTooShort'),
  characters: t('auth.passwordTooSimple'),
  pwned: t('auth.passwordLeaked'),
}

/** The message at the password field when the server answers weak_password. */
export function weakPasswordText(error: unknown): string | null {
  if (!isAuthWeakPasswordError(error)) return null
  if (error.reasons.includes('pwned')) return REASONS.pwned
  return error.message ? sentenceOf(error) : error.reasons.map((reason) => REASONS[reason] ?? '').join(' ')
}
