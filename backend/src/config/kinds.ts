/** Kinds of variables shared by several subjects: a schema, and its description for people. */

export const FLAG = { schema: { type: 'string', enum: ['0', '1', 'true', 'false'] }, expected: '0 or 1' } as const
export const TEXT = { schema: { type: 'string', minLength: 1 }, expected: 'not empty' } as const
export const HTTP_URL = matching('^https?://[^\\s]+$', 'an http or https address')
export const COUNT = matching('^[1-9][0-9]{0,7}$', 'a whole number above 0')
export const SECONDS = matching('^[1-9][0-9]{0,8}$', 'a whole number of seconds above 0')
export const LONG_SECRET = matching('^.{32,}$', 'at least 32 characters')

export function matching(pattern: string, expected: string) {
  return { schema: { type: 'string', pattern }, expected } as const
}

export function oneOf(choices: readonly string[]) {
  return { schema: { type: 'string', enum: choices }, expected: `one of ${choices.join(', ')}` } as const
}

/** Narrows a validated text to the choice that it equals. */
export function chosen<T extends string>(choices: readonly T[], text: string): T {
  const found = choices.find((one) => one === text)
  if (found === undefined) throw new Error(`"${text}" is none of ${choices.join(', ')}`)
  return found
}

export function isOn(flag: string): boolean {
  return flag === '1' || flag === 'true'
}

export function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

export function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
