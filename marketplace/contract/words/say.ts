import type { Language } from '../languages.ts'
import type { MessageId } from './message-id.ts'

/** What stands for the placeholders of a message: `{name}` and `{count, plural, …}`. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

/** Says a message in the reader's language. */
export type Say = (id: MessageId, values?: Values) => string

/** Who reads: a page of the web app, or a person to whom the server writes. */
export interface Reader {
  readonly language: Language
  readonly t: Say
}
