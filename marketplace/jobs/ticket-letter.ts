import { TOPIC_TEXT, type Topic } from '../contract/contact.ts'
import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { type Letter, opening } from './letter.ts'

/** A mail about a ticket that is due, as the database hands it out. */
export interface TicketMail {
  readonly id: string
  readonly kind: 'copy' | 'operator' | 'answer'
  readonly email: string
  readonly name: string
  readonly ticket_no: string
  readonly topic: Topic
  readonly fields: Readonly<Record<string, unknown>>
  readonly has_account: boolean
  readonly body: string
  readonly pictures: number
  readonly transcript_lines: number
  readonly is_first: boolean
}

/**
 * The mail as a letter: the copy for whoever wrote and the operator's answer in the language of the writer, the note to
 * the operator in English, as the desk of the moderators.
 */
export function ticketLetter(mail: TicketMail, publicUrl: string, reader: Reader): Letter {
  if (mail.kind === 'operator') return noteToOperator(mail, publicUrl)
  return mail.kind === 'answer' ? answerLetter(mail, publicUrl, reader) : copyLetter(mail, publicUrl, reader)
}

function answerLetter(mail: TicketMail, publicUrl: string, reader: Reader): Letter {
  const { t } = reader
  const number = mail.ticket_no
  const subject = t('An answer to your letter no. {number}', { number })
  return {
    ...opening(mail.name, reader),
    subject,
    heading: subject,
    paragraphs: paragraphsOf(mail.body),
    action: mail.has_account
      ? openLetters(publicUrl, reader)
      : { label: t('Write to us'), link: `${publicUrl}${paths.contact}` },
    footnote: mail.has_account
      ? t('You can answer there.')
      : t('To answer, write to us again and name no. {number}.', { number }),
  }
}

function copyLetter(mail: TicketMail, publicUrl: string, reader: Reader): Letter {
  const { t } = reader
  const subject = t('We have your letter no. {number}', { number: mail.ticket_no })
  return {
    ...opening(mail.name, reader),
    subject,
    heading: subject,
    // Whoever has no account may have given somebody else's address: no link of theirs arrives there in our name.
    paragraphs: [
      t('A person reads it and answers by mail. This is what you wrote:'),
      ...paragraphsOf(mail.has_account ? mail.body : withoutLinks(mail.body)),
    ],
    action: mail.has_account ? openLetters(publicUrl, reader) : null,
    ...(mail.pictures > 0
      ? { aside: t('{count, plural, one {With one picture.} other {With # pictures.}}', { count: mail.pictures }) }
      : {}),
    footnote: t('If you did not write to us, somebody gave your address by mistake; there is nothing to do.'),
  }
}

function openLetters(publicUrl: string, { t }: Reader): { label: string; link: string } {
  return { label: t('Open your letters'), link: `${publicUrl}${paths.myTickets}` }
}

function noteToOperator(mail: TicketMail, publicUrl: string): Letter {
  const what = mail.is_first ? 'A letter' : 'More words in a letter'
  const where = typeof mail.fields.where === 'string' ? mail.fields.where : ''
  const extras = [
    mail.pictures > 0 ? `Pictures: ${mail.pictures}.` : '',
    mail.is_first && mail.transcript_lines > 0 ? 'With a conversation with the assistant.' : '',
  ].filter(Boolean)
  return {
    subject: `${what}, no. ${mail.ticket_no}: ${TOPIC_TEXT[mail.topic].label}`,
    heading: `${what}, no. ${mail.ticket_no}`,
    name: null,
    paragraphs: [
      `${mail.name}, ${mail.email}, ${mail.has_account ? 'with an account' : 'without an account'}. ${TOPIC_TEXT[mail.topic].label}${where ? `: ${where}` : ''}.`,
      ...paragraphsOf(mail.body),
      ...extras,
    ],
    action: { label: 'Open the inbox', link: `${publicUrl}${paths.adminTab('inbox')}` },
    footnote: 'You get this because letters of this installation go to this address.',
  }
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Addresses of pages taken out, with and without a scheme. */
export function withoutLinks(text: string): string {
  return text.replace(
    /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:\/\S*)?/gi,
    '[link]',
  )
}
