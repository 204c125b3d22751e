import { t } from '../../i18n/t.ts'

export interface Strength {
  /** Filled bars of four. */
  bars: 1 | 2 | 3 | 4
  text: string
}

/** A rough rating of a password while it is typed. Advice only: the server decides. Length counts most, as it does against guessing. */
export function passwordStrength(password: string): Strength | null {
  if (password.length === 0) return null
  const repeated = /^(.)\1+$/u.test(password)
  if (password.length < 8 || repeated) return { bars: 1, text: t('auth.strengthWeak') }
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  if (password.length >= 16) return { bars: 4, text: t('auth.strengthExcellent') }
  if (password.length >= 12 || kinds >= 4) return { bars: 3, text: t('auth.strengthStrong') }
  return { bars: 2, text: t('auth.strengthFair') }
}
