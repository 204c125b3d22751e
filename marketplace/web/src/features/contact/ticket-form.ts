import {
  CONTACT,
  type Ticket,
  TOPIC_TEXT,
  TOPICS,
  type Topic,
  type TranscriptLine,
} from '../../../../contract/help/contact.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import type { FormProblem } from '../../ui/ErrorSummary.tsx'

/** The current input. */
export interface TicketForm {
  readonly topic: Topic | ''
  readonly name: string
  readonly email: string
  readonly where: string
  readonly body: string
  readonly goodFaith: boolean
  readonly website: string
}

export const EMPTY_TICKET: TicketForm = {
  topic: '',
  name: '',
  email: '',
  where: '',
  body: '',
  goodFaith: false,
  website: '',
}

/** Initial values from the URL: /contact?topic=illegal&where=… */
export function begunTicket(search: URLSearchParams): TicketForm {
  const topic = TOPICS.find((one) => one === search.get('topic')) ?? ''
  return { ...EMPTY_TICKET, topic, where: (search.get('where') ?? '').slice(0, CONTACT.where.max) }
}

/** All remaining problems, in field order. */
export function problemsOf(form: TicketForm, isMember: boolean): FormProblem[] {
  const problems: FormProblem[] = []
  const lacks = (fieldId: string, message: string) => problems.push({ fieldId, message })
  if (form.topic === '') lacks('ticket-topic', t('contact.chooseATopic'))
  if (!isMember && form.name.trim() === '') lacks('ticket-name', t('contact.nameMissing'))
  if (!isMember && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim()))
    lacks('ticket-email', t('contact.emailMissing'))
  const topic = form.topic === '' ? null : TOPIC_TEXT[form.topic]
  if (topic?.isWhereNeeded && form.where.trim() === '') lacks('ticket-where', t('contact.whereMissing'))
  const length = codePoints(form.body.trim())
  if (length < CONTACT.body.min) lacks('ticket-body', t('contact.textTooShort', { min: CONTACT.body.min }))
  if (length > CONTACT.body.max) lacks('ticket-body', t('contact.textTooLong'))
  if (form.topic === 'illegal' && !form.goodFaith) lacks('ticket-good-faith', t('contact.confirmationMissing'))
  return problems
}

/** The request for the form's input. */
export function ticketOf(
  form: TicketForm & { readonly topic: Topic },
  clientId: string,
  isMember: boolean,
  transcript: readonly TranscriptLine[],
): Ticket {
  const { topic, body, where, goodFaith, website, name, email } = form
  return {
    clientId,
    topic,
    body: body.trim(),
    ...(isMember ? {} : { name: name.trim(), email: email.trim() }),
    ...(TOPIC_TEXT[topic].where && where.trim() ? { where: where.trim() } : {}),
    ...(topic === 'illegal' ? { goodFaith } : {}),
    ...(transcript.length > 0 ? { transcript } : {}),
    ...(website ? { website } : {}),
  }
}
