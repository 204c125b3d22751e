import type { Language } from '../languages.ts'

/** What stands for the placeholders of a message: `{name}` and `{count, plural, …}`. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

/**
 * Says a message, given in English, in the reader's language. `compiled` is what the build of the web app puts beside
 * a message; nobody else gives it.
 */
export type Say = (message: string, values?: Values, compiled?: readonly unknown[]) => string

/** Who reads: a page of the web app, or a person to whom the server writes. */
export interface Reader {
  readonly language: Language
  readonly t: Say
}
