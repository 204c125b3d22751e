import type { Language } from '../languages.ts'
import type { MessageId } from './message-id.ts'

/** Values for the placeholders of a message: `{name}` and `{count, plural, …}`. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

/** Translates a message into the reader's language. */
export type Say = (id: MessageId, values?: Values) => string

/** The reader of a text: a user of the web app, or the recipient of an email or notification. */
export interface Reader {
  readonly language: Language
  readonly t: Say
}
