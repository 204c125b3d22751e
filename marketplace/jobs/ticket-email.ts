import type { Topic } from '../contract/help/contact.ts'
import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { type EmailContent, opening } from './email.ts'

/** An email due about a ticket, as the database returns it. */
export interface TicketEmail {
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

/** The content of the email: the sender's copy, the answer, or the note to the operator. */
export function ticketEmail(mail: TicketEmail, publicUrl: string, reader: Reader): EmailContent {
  if (mail.kind === 'operator') return operatorEmail(mail, publicUrl, reader)
  return mail.kind === 'answer' ? replyEmail(mail, publicUrl, reader) : copyEmail(mail, publicUrl, reader)
}

function replyEmail(mail: TicketEmail, publicUrl: string, reader: Reader): EmailContent {
  const { t } = reader
  const number = mail.ticket_no
  const subject = t('emails.ticket.replySubject', { number })
  return {
    ...opening(mail.name, reader),
    subject,
    heading: subject,
    paragraphs: paragraphsOf(mail.body),
    action: mail.has_account
      ? ticketsLink(publicUrl, reader)
      : { label: t('contact.writeToUs'), link: `${publicUrl}${paths.contact}` },
    footnote: mail.has_account ? t('emails.ticket.replyThere') : t('emails.ticket.replyByWriting', { number }),
  }
}

function copyEmail(mail: TicketEmail, publicUrl: string, reader: Reader): EmailContent {
  const { t } = reader
  const subject = t('emails.ticket.received', { number: mail.ticket_no })
  return {
    ...opening(mail.name, reader),
    subject,
    heading: subject,
    // Without an account the address may be someone else's: it must not receive a stranger's links in our name.
    paragraphs: [
      t('emails.ticket.receivedBody'),
      ...paragraphsOf(mail.has_account ? mail.body : withoutLinks(mail.body)),
    ],
    action: mail.has_account ? ticketsLink(publicUrl, reader) : null,
    ...(mail.pictures > 0 ? { aside: t('emails.ticket.pictures', { count: mail.pictures }) } : {}),
    footnote: t('emails.ticket.notYou'),
  }
}

function ticketsLink(publicUrl: string, { t }: Reader): { label: string; link: string } {
  return { label: t('emails.viewTickets'), link: `${publicUrl}${paths.myTickets}` }
}

function operatorEmail(mail: TicketEmail, publicUrl: string, reader: Reader): EmailContent {
  const { t } = reader
  const { name, email, has_account: hasAccount } = mail
  const where = typeof mail.fields.where === 'string' ? mail.fields.where : ''
  const topic = topicIn(mail.topic, reader)
  const heading = mail.is_first
    ? t('emails.ticket.newSubject', { number: mail.ticket_no })
    : t('emails.ticket.followUpSubject', { number: mail.ticket_no })
  const extras = [
    mail.pictures > 0 ? t('emails.ticket.pictures', { count: mail.pictures }) : '',
    mail.is_first && mail.transcript_lines > 0 ? t('emails.ticket.withConversation') : '',
  ].filter(Boolean)
  return {
    ...opening(null, reader),
    subject: `${heading}: ${topic}`,
    heading,
    paragraphs: [
      hasAccount ? t('emails.ticket.fromAccount', { name, email }) : t('emails.ticket.fromGuest', { name, email }),
      [topic, where].filter(Boolean).join(': '),
      ...paragraphsOf(mail.body),
      ...extras,
    ],
    action: { label: t('emails.openInbox'), link: `${publicUrl}${paths.adminTab('inbox')}` },
    footnote: t('emails.ticket.whyOperator'),
  }
}

function topicIn(topic: Topic, { t }: Reader): string {
  const topics: Readonly<Record<Topic, string>> = {
    ad: t('contact.topic.adOrPerson'),
    deal: t('contact.topic.deal'),
    account: t('contact.topic.account'),
    privacy: t('contact.topic.data'),
    illegal: t('contact.topic.illegal'),
    press: t('contact.topic.press'),
    other: t('common.somethingElse'),
  }
  return topics[topic]
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Removes URLs, with and without a scheme. */
export function withoutLinks(text: string): string {
  return text.replace(
    /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:\/\S*)?/gi,
    '[link]',
  )
}
