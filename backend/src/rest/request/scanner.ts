import { DEFAULT_REST_LIMITS, type RestLimits } from '../../config/rest.ts'
import { RestError } from '../errors.ts'

/** The protocol's own wording for a name. */
export const FIELD_NAME = 'field name (* or [a..z0..9_$])'

const LETTER = /[\p{L}\p{Nd}]/u

/** Parses one decoded query value and reports where it stopped making sense (PGRST100). */
export class Scanner {
  readonly text: string
  readonly limits: RestLimits
  readonly #what: string
  readonly #before: number
  position = 0

  /**
   * @param what  what the text is, for the message: `select`, `order`, `filter`...
   * @param before  number of characters that the protocol counts as columns before the text
   */
  constructor(text: string, what: string, limits: RestLimits = DEFAULT_REST_LIMITS, before = 0) {
    this.text = text
    this.limits = limits
    this.#what = what
    this.#before = before
  }

  get done(): boolean {
    return this.position >= this.text.length
  }

  peek(offset = 0): string {
    return this.text[this.position + offset] ?? ''
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.position)
  }

  /** Consumes `expected` if it is next. */
  take(expected: string): boolean {
    if (!this.startsWith(expected)) return false
    this.position += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`)
  }

  skipSpace(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.position += 1
  }

  expectEnd(): void {
    if (!this.done) this.fail('end of input')
  }

  fail(expecting: string): never {
    this.failAfter(0, expecting)
  }

  /** Like `fail`, for a word that starts here and is valid for `good` characters: names the first invalid one. */
  failAfter(good: number, expecting: string): never {
    const character = this.peek(good)
    const unexpected = character === '' ? 'end of input' : `"${character}"`
    const column = this.#before + this.position + 1
    throw new RestError('PGRST100', `"failed to parse ${this.#what} (${this.text})" (line 1, column ${column})`, {
      details: `unexpected ${unexpected} expecting ${expecting}`,
    })
  }

  /** `failAfter` for a text that should have been `word` or another option listed in `expecting`. */
  failWord(word: string, expecting: string): never {
    this.failAfter(commonStart(word, this.text.slice(this.position)), expecting)
  }

  /** A double-quoted text; a backslash escapes the next character. The opening quote must be next. */
  quoted(): string {
    const start = this.position
    this.expect('"')
    let result = ''
    while (!this.done) {
      const character = this.peek()
      this.position += 1
      if (character === '"') return result
      if (character === '\\' && !this.done) {
        result += this.peek()
        this.position += 1
      } else {
        result += character
      }
    }
    this.position = start
    this.fail('a closing quote')
  }

  /**
   * A field name: quoted, or letters, digits, `_`, `$` and spaces, with inner dashes that don't start an arrow.
   * @param expecting  what the message names as valid here
   */
  fieldName(expecting = FIELD_NAME): string {
    if (this.peek() === '"') return this.quoted()
    const start = this.position
    while (!this.done && (isNameCharacter(this.text.codePointAt(this.position) ?? 0) || this.#isInnerDash(start))) {
      this.position += (this.text.codePointAt(this.position) ?? 0) > 0xffff ? 2 : 1
    }
    const name = this.text.slice(start, this.position).trim()
    if (name === '') {
      this.position = start
      this.fail(expecting)
    }
    return name
  }

  #isInnerDash(start: number): boolean {
    return (
      this.peek() === '-' && this.position > start && isNameCharacter(this.text.codePointAt(this.position + 1) ?? 0)
    )
  }
}

function isNameCharacter(code: number): boolean {
  if (code < 128) {
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      code === 36 ||
      code === 32
    )
  }
  return LETTER.test(String.fromCodePoint(code))
}

/** Length of the common prefix of two texts. */
export function commonStart(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return length
}

/** PostgreSQL has no NUL in text; refusing it here keeps it out of identifiers, literals and values. */
export function refuseNul(text: string): void {
  if (text.includes('\0')) throw new RestError('PGRST100', 'A NUL character cannot be part of a query')
}
