import type { Language } from '../languages.ts'
import type { MessageId } from '../words/message-id.ts'

/** What /contact, the function `contact` and the tables of tickets agree on. */

export const CONTACT = {
  functionName: 'contact',
  /** Code points of a letter, and of what is said later in its ticket. */
  body: { min: 20, max: 4000 },
  reply: { min: 1, max: 4000 },
  name: { max: 100 },
  where: { max: 500 },
  pictures: { most: 3, maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] },
  /** Tickets within an hour: of somebody signed in, and of an address without an account. */
  perHour: { signedIn: 5, guest: 3 },
  /** Lines of a conversation with the assistant that may come with a letter. */
  transcript: { mostLines: 40, maxLine: 4000 },
  /** A field that people do not see and programs fill in. */
  trap: 'website',
} as const

export const TOPICS = ['ad', 'deal', 'account', 'privacy', 'illegal', 'press', 'other'] as const
export type Topic = (typeof TOPICS)[number]

export interface TopicText {
  readonly label: MessageId
  /** What the letter should say. */
  readonly hint: MessageId
  /** What the field for an address or a number is called, where the topic asks for one. */
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
    label: /*i18n*/ 'contact.topic.trade',
    hint: /*i18n*/ 'contact.topic.tradeHint',
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

/** What the page sends as the part `letter`, as JSON; pictures are parts named `picture`. */
export interface Ticket {
  /** Chosen by the device: sending again after a lost answer makes no second letter. */
  readonly clientId: string
  readonly topic: Topic
  readonly body: string
  /** For whoever is not signed in. */
  readonly name?: string
  readonly email?: string
  readonly where?: string
  /** A notice of illegal content is given in good faith (DSA Art. 16). */
  readonly goodFaith?: boolean
  readonly transcript?: readonly TranscriptLine[]
  readonly website?: string
  /** Of the page that it was written on: the mails about it are in it where there is no account that says another. */
  readonly language?: Language
}

/** What is said in one's own ticket. */
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
  /** Where the answer goes. */
  readonly email: string
}

/** One object of the bucket, as ticket_messages keep it. */
export interface TicketPicture {
  readonly path: string
  readonly name: string
}
