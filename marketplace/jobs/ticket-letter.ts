import type { Topic } from '../contract/contact.ts'
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

/** The mail as a letter: the copy for whoever wrote, the operator's answer, or the note to the operator. */
export function ticketLetter(mail: TicketMail, publicUrl: string, reader: Reader): Letter {
  if (mail.kind === 'operator') return noteToOperator(mail, publicUrl, reader)
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

function noteToOperator(mail: TicketMail, publicUrl: string, reader: Reader): Letter {
  const { t } = reader
  const { name, email, has_account: hasAccount } = mail
  const where = typeof mail.fields.where === 'string' ? mail.fields.where : ''
  const topic = topicIn(mail.topic, reader)
  const heading = mail.is_first
    ? t('A letter, no. {number}', { number: mail.ticket_no })
    : t('More words in a letter, no. {number}', { number: mail.ticket_no })
  const extras = [
    mail.pictures > 0
      ? t('{count, plural, one {With one picture.} other {With # pictures.}}', { count: mail.pictures })
      : '',
    mail.is_first && mail.transcript_lines > 0 ? t('With a conversation with the assistant.') : '',
  ].filter(Boolean)
  return {
    ...opening(null, reader),
    subject: `${heading}: ${topic}`,
    heading,
    paragraphs: [
      hasAccount
        ? t('{name}, {email}, with an account.', { name, email })
        : t('{name}, {email}, without an account.', { name, email }),
      [topic, where].filter(Boolean).join(': '),
      ...paragraphsOf(mail.body),
      ...extras,
    ],
    action: { label: t('Open the inbox'), link: `${publicUrl}${paths.adminTab('inbox')}` },
    footnote: t('You get this because letters of this installation go to this address.'),
  }
}

function topicIn(topic: Topic, { t }: Reader): string {
  const topics: Readonly<Record<Topic, string>> = {
    ad: t('An ad or a person'),
    deal: t('An offer, a deal or a review'),
    account: t('My account'),
    privacy: t('My data'),
    illegal: t('Notice of illegal content'),
    press: t('Press'),
    other: t('Something else'),
  }
  return topics[topic]
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
