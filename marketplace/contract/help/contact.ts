import type { Language } from '../languages.ts'
import type { MessageId } from '../words/message-id.ts'

/** Contract between /contact, the function `contact` and the ticket tables. */

export const CONTACT = {
  functionName: 'contact',
  /** Code points of a message, and of later replies in its ticket. */
  body: { min: 20, max: 4000 },
  reply: { min: 1, max: 4000 },
  name: { max: 100 },
  where: { max: 500 },
  pictures: { most: 3, maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] },
  /** Tickets per hour: of a signed-in user, and of an IP address without an account. */
  perHour: { signedIn: 5, guest: 3 },
  /** Lines of an assistant conversation that can be attached. */
  transcript: { mostLines: 40, maxLine: 4000 },
  /** Honeypot field: hidden from people, filled in by bots. */
  trap: 'website',
} as const

export const TOPICS = ['ad', 'deal', 'account', 'privacy', 'illegal', 'press', 'other'] as const
export type Topic = (typeof TOPICS)[number]

export interface TopicText {
  readonly label: MessageId
  /** What to write about. */
  readonly hint: MessageId
  /** Label of the field for a URL or number, for topics that have one. */
  readonly where?: MessageId
  readonly isWhereNeeded?: true
}

export const TOPIC_TEXT: Readonly<Record<Topic, TopicText>> = {
  ad: {
    label: /*i18n*/ 'contact.topic.adOrPerson',
    hint: /*i18n*/ 'contact.topic.adHint',
    where: /*i18n*/ 'contact.topic.adWhere',
  },
  deal: {
    label: /*i18n*/ 'contact.topic.deal',
    hint: /*i18n*/ 'contact.topic.dealHint',
    where: /*i18n*/ 'contact.topic.dealWhere',
  },
  account: {
    label: /*i18n*/ 'contact.topic.account',
    hint: /*i18n*/ 'contact.topic.accountHint',
  },
  privacy: { label: /*i18n*/ 'contact.topic.data', hint: /*i18n*/ 'contact.topic.dataHint' },
  illegal: {
    label: /*i18n*/ 'contact.topic.illegal',
    hint: /*i18n*/ 'contact.topic.illegalHint',
    where: /*i18n*/ 'contact.topic.illegalWhere',
    isWhereNeeded: true,
  },
  press: {
    label: /*i18n*/ 'contact.topic.press',
    hint: /*i18n*/ 'contact.topic.pressHint',
    where: /*i18n*/ 'contact.topic.pressWhere',
  },
  other: { label: /*i18n*/ 'common.somethingElse', hint: /*i18n*/ 'contact.triedAndHappened' },
}

/** The JSON that the page sends as the form part `ticket`; pictures are parts named `picture`. */
export interface Ticket {
  /** Chosen by the client: retrying after a lost response creates no second ticket. */
  readonly clientId: string
  readonly topic: Topic
  readonly body: string
  /** Only for visitors. */
  readonly name?: string
  readonly email?: string
  readonly where?: string
  /** Statement of good faith for a notice of illegal content (DSA Art. 16). */
  readonly goodFaith?: boolean
  readonly transcript?: readonly TranscriptLine[]
  readonly website?: string
  /** Language of the page: used for emails when no account specifies another. */
  readonly language?: Language
}

/** A reply in the user's ticket. */
export interface TicketReply {
  readonly ticketId: string
  readonly body: string
}

export interface TranscriptLine {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface Filed {
  readonly ticketNo: number
  /** Where the answer will be sent. */
  readonly email: string
}

/** An object in the bucket, as stored in ticket_messages. */
export interface TicketPicture {
  readonly path: string
  readonly name: string
}
