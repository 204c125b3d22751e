import type { Reader } from '../words/say.ts'

/** A notification as people read it, in the app, in mails and in push messages alike. */
export interface NotificationText {
  /** What happened, as a sentence without a full stop. */
  readonly title: string
  /** One line more; may be empty. */
  readonly line: string
  /** Where it leads: an address of the product, without the origin. */
  readonly path: string
  /** What a mail lists in place of the line, when there is more to it. */
  readonly details?: readonly NotificationDetail[]
  /** Of how many things the details are the first. */
  readonly count?: number
}

export type NotificationDetail = Readonly<{ title: string; line: string; path: string }>

/** Ids and the few facts that the sentence needs, as the database wrote them: in no language. */
export type NotificationPayload = Readonly<Record<string, unknown>>

/** By kind, what is said to a reader. */
export type Sentences = Readonly<Record<string, (payload: NotificationPayload, reader: Reader) => NotificationText>>
