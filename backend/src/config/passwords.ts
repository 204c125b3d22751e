import { FLAG, HTTP_URL, isOn, matching } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type PasswordRules = Readonly<{
  minLength: number
  /** A password must contain a character from each of these sets. */
  characters: readonly string[]
  /** How many of the 10,000 known most common passwords are refused. */
  common: number
  /** Service that checks passwords against known leaks; null for none. */
  leaks: Readonly<{ url: string; failClosed: boolean }> | null
}>

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** The same choices as in hosted Supabase Auth. */
const CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  any: [],
  letters_digits: [LETTERS + LETTERS.toUpperCase(), DIGITS],
  lower_upper_digits: [LETTERS, LETTERS.toUpperCase(), DIGITS],
  lower_upper_digits_symbols: [LETTERS, LETTERS.toUpperCase(), DIGITS, SYMBOLS],
}
const CHOICES = Object.keys(CHARACTERS)
const MOST_COMMON = 10_000

export const PASSWORD_VARIABLES = {
  PASSWORD_MIN_LENGTH: {
    ...matching('^([6-9]|[1-6][0-9]|7[0-2])$', 'a number from 6 to 72'),
    default: '6',
    help: 'minimum password length',
  },
  PASSWORD_CHARACTERS: {
    ...matching(`^(${CHOICES.join('|')})$`, `one of ${CHOICES.join(', ')}`),
    default: 'any',
    help: 'required character classes',
  },
  PASSWORD_COMMON: {
    ...matching('^(0|[1-9][0-9]{0,3}|10000)$', `a number from 0 to ${MOST_COMMON}`),
    otherwise: '10000; 500 outside production',
    help: 'how many of the 10,000 most common passwords are rejected',
  },
  PASSWORD_HIBP: {
    ...FLAG,
    default: '0',
    help: '1 rejects leaked passwords; sends the first five SHA-1 hex digits',
  },
  PASSWORD_HIBP_URL: { ...HTTP_URL, default: 'https://api.pwnedpasswords.com', help: 'URL of the leak service' },
  PASSWORD_HIBP_FAIL_CLOSED: {
    ...FLAG,
    default: '0',
    help: '1 rejects passwords while the leak service is unavailable',
  },
} as const satisfies Variables

/** Reads the variables that PASSWORD_VARIABLES has validated. */
export function readPasswordRules(
  env: Values<typeof PASSWORD_VARIABLES>,
  { production }: { production: boolean },
): PasswordRules {
  return {
    minLength: Number(env.PASSWORD_MIN_LENGTH),
    characters: CHARACTERS[env.PASSWORD_CHARACTERS] ?? [],
    // Developers, and the test suites of all clients, sign up with passwords like password123.
    common: Number(env.PASSWORD_COMMON ?? (production ? MOST_COMMON : 500)),
    leaks: isOn(env.PASSWORD_HIBP)
      ? {
          url: env.PASSWORD_HIBP_URL.replace(/\/+$/, ''),
          failClosed: isOn(env.PASSWORD_HIBP_FAIL_CLOSED),
        }
      : null,
  }
}
