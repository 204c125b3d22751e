import type { Reader } from '../words/say.ts'

/** The text of a notification, for the app, emails and push messages. */
export interface NotificationText {
  /** What happened, as a sentence without a full stop. */
  readonly title: string
  /** An additional line; may be empty. */
  readonly line: string
  /** Path of the page it links to, without origin. */
  readonly path: string
  /** Items that an email lists in place of the line. */
  readonly details?: readonly NotificationDetail[]
  /** Total number of items, of which the details are the first. */
  readonly count?: number
}

export type NotificationDetail = Readonly<{ title: string; line: string; path: string }>

/** Ids and facts for the text, as the database wrote them: language-neutral. */
export type NotificationPayload = Readonly<Record<string, unknown>>

/** Text functions by kind of notification. */
export type Sentences = Readonly<Record<string, (payload: NotificationPayload, reader: Reader) => NotificationText>>
