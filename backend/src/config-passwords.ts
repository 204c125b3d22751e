import Type from 'typebox'

export type PasswordRules = Readonly<{
  minLength: number
  /** Of each of these sets a password holds a character. */
  characters: readonly string[]
  /** How many of the most common passwords are refused, of the 10,000 that are known. */
  common: number
  /** Who is asked whether a password is in a known leak; null asks nobody. */
  leaks: Readonly<{ url: string; failClosed: boolean }> | null
}>

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** The choices that the protocol's other servers offer too. */
const CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  any: [],
  letters_digits: [LETTERS + LETTERS.toUpperCase(), DIGITS],
  lower_upper_digits: [LETTERS, LETTERS.toUpperCase(), DIGITS],
  lower_upper_digits_symbols: [LETTERS, LETTERS.toUpperCase(), DIGITS, SYMBOLS],
}
const CHOICES = Object.keys(CHARACTERS)
const MOST_COMMON = 10_000

const Flag = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('true'), Type.Literal('false')])

export const PASSWORD_VARIABLES = {
  PASSWORD_MIN_LENGTH: Type.String({ pattern: '^([6-9]|[1-6][0-9]|7[0-2])$' }),
  PASSWORD_CHARACTERS: Type.String({ pattern: `^(${CHOICES.join('|')})$` }),
  PASSWORD_COMMON: Type.String({ pattern: '^(0|[1-9][0-9]{0,3}|10000)$' }),
  PASSWORD_HIBP: Flag,
  PASSWORD_HIBP_URL: Type.String({ pattern: '^https?://[^\\s]+$' }),
  PASSWORD_HIBP_FAIL_CLOSED: Flag,
}

export const PASSWORD_EXPECTED: Readonly<Record<keyof typeof PASSWORD_VARIABLES, string>> = {
  PASSWORD_MIN_LENGTH: 'a number from 6 to 72',
  PASSWORD_CHARACTERS: `one of ${CHOICES.join(', ')}`,
  PASSWORD_COMMON: `a number from 0 to ${MOST_COMMON}`,
  PASSWORD_HIBP: '0 or 1',
  PASSWORD_HIBP_URL: 'an http or https address',
  PASSWORD_HIBP_FAIL_CLOSED: '0 or 1',
}

export type PasswordEnvironment = Readonly<Partial<Record<keyof typeof PASSWORD_VARIABLES, string>>>

/** Reads what PASSWORD_VARIABLES has checked. */
export function readPasswordRules(env: PasswordEnvironment, { production }: { production: boolean }): PasswordRules {
  const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'
  return {
    minLength: Number(env.PASSWORD_MIN_LENGTH ?? 6),
    characters: CHARACTERS[env.PASSWORD_CHARACTERS ?? 'any'] ?? [],
    // Who develops, and every client's own test suite, signs up with the likes of password123.
    common: Number(env.PASSWORD_COMMON ?? (production ? MOST_COMMON : 500)),
    leaks: isOn(env.PASSWORD_HIBP)
      ? {
          url: (env.PASSWORD_HIBP_URL ?? 'https://api.pwnedpasswords.com').replace(/\/+$/, ''),
          failClosed: isOn(env.PASSWORD_HIBP_FAIL_CLOSED),
        }
      : null,
  }
}
