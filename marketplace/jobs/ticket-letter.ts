import type { JobContext } from '../../backend/src/jobs/job.ts'
import { TOPIC_TEXT, type Topic } from '../contract/contact.ts'
import { paths } from '../contract/paths.ts'

type Letter = Parameters<JobContext['sendLetter']>[1]

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

/** The mail as a letter: the copy for whoever wrote, the note to the operator, or the operator's answer. */
export function ticketLetter(mail: TicketMail, publicUrl: string): Letter {
  if (mail.kind === 'operator') return noteToOperator(mail, publicUrl)
  const no = `no. ${mail.ticket_no}`
  const mine = { label: 'Open your letters', link: `${publicUrl}${paths.myTickets}` }
  const again = { label: 'Write to us', link: `${publicUrl}${paths.contact}` }
  if (mail.kind === 'answer') {
    return {
      subject: `An answer to your letter ${no}`,
      heading: `An answer to your letter ${no}`,
      name: mail.name,
      paragraphs: paragraphsOf(mail.body),
      action: mail.has_account ? mine : again,
      footnote: mail.has_account ? 'You can answer there.' : `To answer, write to us again and name ${no}.`,
    }
  }
  return {
    subject: `We have your letter ${no}`,
    heading: `We have your letter ${no}`,
    name: mail.name,
    // Whoever has no account may have given somebody else's address: no link of theirs arrives there in our name.
    paragraphs: [
      'A person reads it and answers by mail. This is what you wrote:',
      ...paragraphsOf(mail.has_account ? mail.body : withoutLinks(mail.body)),
    ],
    action: mail.has_account ? mine : null,
    ...(mail.pictures > 0
      ? { aside: `With ${mail.pictures === 1 ? 'one picture' : `${mail.pictures} pictures`}.` }
      : {}),
    footnote: 'If you did not write to us, somebody gave your address by mistake; there is nothing to do.',
  }
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
