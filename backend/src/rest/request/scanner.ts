import { DEFAULT_REST_LIMITS, type RestLimits } from '../../rest-config.ts'
import { RestError } from '../errors.ts'

const LETTER = /[\p{L}\p{Nd}]/u

/** Reads a grammar from one decoded query value and reports where it stopped making sense (PGRST100). */
export class Scanner {
  readonly text: string
  readonly limits: RestLimits
  readonly #what: string
  position = 0

  /** @param what  what the text is, for the message: `select`, `order`, `filter`... */
  constructor(text: string, what: string, limits: RestLimits = DEFAULT_REST_LIMITS) {
    this.text = text
    this.limits = limits
    this.#what = what
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

  /** Consumes `expected` when it is next. */
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
    const unexpected = this.done ? 'end of input' : `"${this.peek()}"`
    throw new RestError(
      'PGRST100',
      `"failed to parse ${this.#what} (${this.text})" (line 1, column ${this.position + 1})`,
      { details: `unexpected ${unexpected} expecting ${expecting}` },
    )
  }

  /** A double-quoted text; a backslash keeps the next character as it is. The opening quote must be next. */
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

  /** A field name: quoted, or letters, digits, `_`, `$` and spaces, with dashes between them that start no arrow. */
  fieldName(): string {
    if (this.peek() === '"') return this.quoted()
    const start = this.position
    while (!this.done && (isNameCharacter(this.text.codePointAt(this.position) ?? 0) || this.#isInnerDash(start))) {
      this.position += (this.text.codePointAt(this.position) ?? 0) > 0xffff ? 2 : 1
    }
    const name = this.text.slice(start, this.position).trim()
    if (name === '') {
      this.position = start
      this.fail('a field name')
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

/** PostgreSQL has no NUL in text; refusing it here keeps it out of identifiers, literals and values alike. */
export function refuseNul(text: string): void {
  if (text.includes('\0')) throw new RestError('PGRST100', 'A NUL character cannot be part of a query')
}
